import Glibc
import Typecase

/// A program that wants a font, and follows it as fonts come and go.
///
///     swift run --package-path Examples/swift ExampleConsumer NAME [CHANGES]
///
/// Tells the best face for a name, now and after each of so many changes, for ever where no number is given.
@main
enum Main {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count > 1, let changes = arguments.count > 2 ? Int(arguments[2]) : .max, changes >= 0 else {
            fail("usage: ExampleConsumer NAME [CHANGES]", status: 64)
        }
        do {
            try await follow(arguments[1], changes: changes)
        } catch {
            // No service, for one: a sentence and an exit code.
            fail("ExampleConsumer: \(error)")
        }
    }

    private static func follow(_ name: String, changes: Int) async throws {
        let manager = FontManager.shared
        // What happens after this is told below, so that nothing falls between.
        let generation = try await manager.generation()
        try await show(name, manager)
        var remaining = changes
        if remaining <= 0 { return }
        for await _ in manager.changes(since: generation) {
            try await show(name, manager)
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

    private static func fail(_ message: String, status: Int32 = 1) -> Never {
        _ = "\(message)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
        exit(status)
    }
}
