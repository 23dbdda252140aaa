import Glibc
import Typecase

/// An application whose texts follow the user's text size.
///
///     swift run --package-path Examples/swift ExampleDesignKit [CHANGES] [DIRECTORY]
///
/// Tells the fonts of all texts, now and after each of so many changes, for ever where no number is given. DIRECTORY has
/// DejaVuSans.ttf and DejaVuSans-Bold.ttf; where none is given it is that of Debian's package fonts-dejavu-core.
@main
enum Main {
    static func main() async {
        let arguments = CommandLine.arguments
        // For ever where no number is given, as a window would.
        guard let changes = arguments.count > 1 ? Int(arguments[1]) : .max, changes >= 0 else {
            fail("usage: ExampleDesignKit [CHANGES] [DIRECTORY]", status: 64)
        }
        var configuration = FontCache.Configuration()
        configuration.resourceDirectories = [arguments.count > 2 ? arguments[2] : "/usr/share/fonts/truetype/dejavu"]
        do {
            let kit = try await DesignKit.loaded(from: FontCache(configuration))
            await follow(kit, changes: changes)
        } catch {
            // A font that is not there, for one: a sentence and an exit code.
            fail("ExampleDesignKit: \(error)")
        }
    }

    private static func fail(_ message: String, status: Int32 = 1) -> Never {
        _ = "\(message)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
        exit(status)
    }

    private static func follow(_ kit: DesignKit, changes: Int) async {
        var remaining = changes
        for await category in FontManager.shared.contentSizeCategories() {
            print("\(category)\(DesignKit.stacks(category) ? ", stacked" : "")")
            for text in KitText.allCases { print("  \(text): \(kit[text].postscriptName) \(kit[text].pointSize)") }
            // Whoever reads from a pipe wants to see it at once.
            fflush(nil)
            if remaining == 0 { return }
            remaining -= 1
        }
    }
}
