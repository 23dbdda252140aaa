import Glibc
import Typecase

/// An application whose texts follow the user's text size.
///
///     ExampleDesignKit DIRECTORY [CHANGES]    DIRECTORY holds ExampleText-Regular.ttf and ExampleText-Bold.ttf
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        var configuration = FontCache.Configuration()
        configuration.resourceDirectories = [arguments.dropFirst().first ?? "."]
        let kit = try await DesignKit.loaded(from: FontCache(configuration))
        // Forever where no number is given, as a window would.
        var remaining = arguments.count > 2 ? Int(arguments[2]) ?? 0 : Int.max
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
