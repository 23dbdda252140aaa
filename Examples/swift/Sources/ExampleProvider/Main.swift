import Glibc
import Typecase

/// A font provider: registers font files with the session, lists what it has, removes it again.
///
///     swift run --package-path Examples/swift ExampleProvider register FILE...
///
/// prints the id of each font, or why it was refused. Give it fonts that are not installed: those of the system are
/// there already. `ExampleProvider list` tells what it has registered, and `ExampleProvider unregister [ID...]` removes
/// fonts, all of its own where no id is given and never those of another program. The exit status is 1 where anything
/// was refused.
@main
enum Main {
    static func main() async {
        do {
            if try await !run(CommandLine.arguments.dropFirst()) { exit(1) }
        } catch {
            // No service, for one: a sentence and an exit code.
            fail("ExampleProvider: \(error)")
        }
    }

    /// Does what the command line says, and returns whether all of it was done.
    private static func run(_ arguments: ArraySlice<String>) async throws -> Bool {
        let manager = FontManager.shared
        var isDone = true
        switch arguments.first {
        case "register" where arguments.count > 1:
            let paths = Array(arguments.dropFirst())
            for result in try await manager.registerFonts(at: paths, scope: .persistent) {
                switch result {
                case .success(let font): print(font.id)
                case .failure(let error): print("\(error) [\(error.code.number)]")
                }
                if case .failure = result { isDone = false }
            }
        case "list":
            for font in try await manager.registeredFonts() {
                print(font.id, font.faces.first?.fullName ?? "", font.isEnabled ? "" : "(disabled)")
            }
        case "unregister":
            var ids = Array(arguments.dropFirst())
            if ids.isEmpty { ids = try await manager.registeredFonts().map(\.id) }
            for error in try await manager.unregisterFonts(ids: ids) {
                print(error)
                isDone = false
            }
        default:
            fail("usage: ExampleProvider register FILE... | list | unregister [ID...]", status: 64)
        }
        return isDone
    }

    private static func fail(_ message: String, status: Int32 = 1) -> Never {
        _ = "\(message)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
        exit(status)
    }
}
