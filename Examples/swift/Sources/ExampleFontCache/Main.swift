import Glibc
import Typecase

/// The fonts that the application brings along, by their PostScript names: the files are called the same.
enum AppFont: String, AppFontDescriptor {
    case text = "DejaVuSans"
    case heading = "DejaVuSans-Bold"
}

/// An application with fonts of its own.
///
///     swift run --package-path Examples/swift ExampleFontCache [DIRECTORY [URL SHA-256]]
///
/// DIRECTORY has DejaVuSans.ttf and DejaVuSans-Bold.ttf; where none is given it is that of Debian's package
/// fonts-dejavu-core. At the address is ExampleDisplay-Black.
@main
enum Main {
    static func main() async {
        do {
            try await run()
        } catch {
            // A font that is not there, for one: a sentence and an exit code.
            _ = "ExampleFontCache: \(error)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(1)
        }
    }

    private static func run() async throws {
        var configuration = FontCache.Configuration()
        configuration.resourceDirectories = [
            CommandLine.arguments.dropFirst().first ?? "/usr/share/fonts/truetype/dejavu"
        ]
        configuration.fallback = .family("sans-serif")
        let fonts = FontCache(configuration)

        // Registered for this process on the first use, and scaled with the user's text size.
        let text = try await Font(descriptor: AppFont.text, size: 11, cache: fonts)
        let heading = try await Font(
            descriptor: AppFont.heading, size: 18, textStyle: .title2, maximum: .factor(1.5), cache: fonts)
        // A tab has no room to grow.
        let tab = try await Font(descriptor: AppFont.text, size: 9, textStyle: nil, cache: fonts)
        // What has a fixed size can be scaled like any style.
        let note = try FontMetrics(forTextStyle: .footnote).scaledFont(for: tab, maximumPointSize: 20)

        if CommandLine.arguments.count == 4 {
            let (address, digest) = (CommandLine.arguments[2], CommandLine.arguments[3])
            // Fetched on the first use, once, and kept in the user's cache.
            let display = NamedAppFont("ExampleDisplay-Black", source: .remote(address, sha256: digest))
            print(try await Font(descriptor: display, size: 24, cache: fonts).postscriptName)
        }

        for category in [ContentSizeCategory.large, .accessibilityExtraLarge] {
            fonts.traits.category = category
            print("\(category):", [text, heading, tab, note].map { "\($0.postscriptName) \($0.pointSize)" })
        }
    }
}
