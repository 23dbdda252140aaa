import Glibc
import InspectionWorker

@main
enum Main {
    static func main() { exit(InspectorProgram.run(Array(CommandLine.arguments.dropFirst()))) }
}
