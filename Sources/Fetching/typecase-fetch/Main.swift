import FetchWorker
import Glibc

@main
enum Main {
    static func main() { exit(FetchProgram.run(Array(CommandLine.arguments.dropFirst()))) }
}
