import ConversionWorker
import Glibc

@main
enum Main {
    static func main() { exit(ConverterProgram.run(Array(CommandLine.arguments.dropFirst()))) }
}
