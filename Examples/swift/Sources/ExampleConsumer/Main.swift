import Glibc
import Typecase

/// A program that wants a font, and follows it as fonts come and go.
///
///     ExampleConsumer NAME [CHANGES]    tells the best face for a name, now and after each of so many changes
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            print("usage: ExampleConsumer NAME [CHANGES]")
            return
        }
        let manager = FontManager.shared
        // What happens after this is told below, so that nothing falls between.
        let generation = try await manager.generation()
        try await show(arguments[1], manager)
        var remaining = arguments.count > 2 ? Int(arguments[2]) ?? 0 : Int.max
        if remaining <= 0 { return }
        for await _ in manager.changes(since: generation) {
            try await show(arguments[1], manager)
            remaining -= 1
            if remaining == 0 { return }
        }
    }

    private static func show(_ name: String, _ manager: FontManager) async throws {
        if let face = try await manager.matchingFace(for: FontDescriptor(name: name)) {
            print("\(face.fullName) of \(face.provider ?? "the system")")
        } else {
            print("no font is called \(name)")
        }
        // Whoever reads from a pipe wants to see it at once.
        fflush(nil)
    }
}
