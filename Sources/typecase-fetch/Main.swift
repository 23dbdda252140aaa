import Fetching
import Glibc

@main
enum Main {
    static func main() async { exit(await FetchProgram.run(Array(CommandLine.arguments.dropFirst()))) }
}
