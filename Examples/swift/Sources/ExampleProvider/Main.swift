import Typecase

/// A font provider: registers font files with the session, lists what it has, removes it again.
///
///     ExampleProvider register FILE...      prints the id of each font, or why it was refused
///     ExampleProvider list
///     ExampleProvider unregister [ID...]    all of its own fonts where no id is given
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let manager = FontManager.shared
        switch arguments.first {
        case "register":
            let paths = Array(arguments.dropFirst())
            for result in try await manager.registerFonts(at: paths, scope: .persistent) {
                switch result {
                case .success(let font): print(font.id)
                case .failure(let error): print("\(error) [\(error.code.number)]")
                }
            }
        case "list":
            for font in try await manager.registeredFonts() {
                print(font.id, font.faces.first?.fullName ?? "", font.isEnabled ? "" : "(disabled)")
            }
        case "unregister":
            var ids = Array(arguments.dropFirst())
            if ids.isEmpty { ids = try await manager.registeredFonts().map(\.id) }
            for error in try await manager.unregisterFonts(ids: ids) { print(error) }
        default:
            print("usage: ExampleProvider register FILE... | list | unregister [ID...]")
        }
    }
}
