internal import Commands

/// The program `typecase`; everything is in `Commands`, for tests to import.
@main
enum Main {
    static func main() {
        RootCommand.start()
    }
}
