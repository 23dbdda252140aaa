internal import Foundation
internal import Localization
internal import TestSupport
internal import Testing
internal import Typecase
internal import TypecaseFoundation

/// What programs that have Foundation log and compare of an error.
@Suite struct LocalizedErrorTests {
    @Test("An error has its message, and Core Text's domain and number")
    func fontManager() {
        let error: any Error = FontManagerError(
            .duplicatedName, "Another font has this name.", item: .file("/fonts/a.ttf"))
        #expect(error.localizedDescription == "Another font has this name. (/fonts/a.ttf)")
        let bridged = error as NSError
        #expect(bridged.domain == "com.apple.CoreText.CTFontManagerErrorDomain")
        #expect(bridged.code == 305)
        #expect(bridged.localizedDescription == error.localizedDescription)
        #expect(bridged.localizedRecoverySuggestion == "Disable the other font, or register this one disabled.")
    }

    @Test("An error is told in the language that the program has chosen, and in English where it has chosen none")
    func translated() async throws {
        let locales = try await TestLocales("de_DE")
        try await locales.compile(sourcePath("po", "de.po"), to: "de")
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            Translations.bind(to: TestLocales.begin(path, "de_DE.UTF-8"))
            let error = FontManagerError(.duplicatedName, "Another font has this name.", item: .file("/fonts/a.ttf"))
            #expect(error.localizedDescription == "Another font has this name. (/fonts/a.ttf)")
            setlocale(LC_ALL, "")
            #expect(
                error.localizedDescription
                    == "Eine andere verwendete Schrift hat denselben Namen. Another font has this name. (/fonts/a.ttf)")
            // What the catalogs have as a whole needs no English.
            let empty = FontManagerError(.invalidFontData, "The file is empty.", item: .file("/fonts/a.ttf"))
            #expect(empty.localizedDescription == "Die Datei ist leer. (/fonts/a.ttf)")
            #expect(empty.message == "The file is empty.")
        }
    }

    @Test("Errors that an application's fonts cause say what to do, and one that nobody can act on says nothing")
    func suggestions() async throws {
        let unknown = FontManagerError(.registrationFailed, "It failed.")
        #expect(unknown.recoverySuggestion == nil)
        #expect(FontManagerError(.busy, "Much waits.").recoverySuggestion == "Try again later.")
        let missing = await #expect(throws: FontCacheError.self) {
            try await FontCache.shared.register(NamedAppFont("NoSuchFont-Regular"))
        }
        #expect(missing?.recoverySuggestion?.hasPrefix("Install the file into one of the resource directories") == true)
    }

    @Test("Errors of sizes have their messages")
    func sizes() {
        #expect(throws: DynamicTypeError.self) { try FontSize(-1) }
        do {
            _ = try FontSize(-1)
        } catch {
            #expect((error as any Error).localizedDescription == error.message)
        }
    }

    @Test("A URL of a file or of a directory is its path, whatever its bytes are")
    func paths() throws {
        var configuration = FontCache.Configuration()
        configuration.resourceDirectoryURLs = ["file:///fonts/of%20mine/", "file:///caf%E9"].compactMap(URL.init)
        #expect(configuration.resourceDirectories == ["/fonts/of mine", "/caf\\xE9"])
        let urls = configuration.resourceDirectoryURLs
        #expect(urls.map(\.absoluteString) == ["file:///fonts/of%20mine/", "file:///caf%E9/"])
        configuration.resourceDirectoryURLs = urls
        #expect(configuration.resourceDirectories == ["/fonts/of mine", "/caf\\xE9"])
        let file = try #require(URL(string: "file:///caf%E9/a.ttf"))
        #expect(FontDescriptor(url: file).path == "/caf\\xE9/a.ttf")
    }

    @Test("A URL that is no file's is refused by its name, and a missing file's by its path")
    func urls() async throws {
        let urls = ["https://example.org/a.ttf", "file:///nonexistent/a%20b.ttf"].compactMap(URL.init)
        let results = try await FontManager.shared.registerFonts(at: urls, scope: .process)
        let messages = results.map { result in
            if case .failure(let error) = result { error.localizedDescription } else { "registered" }
        }
        #expect(messages.first?.contains("https://example.org/a.ttf is a URL") == true)
        #expect(messages.last == "There is no file /nonexistent/a b.ttf.")
        let asPath = try await FontManager.shared.registerFonts(at: ["file:///usr/a.ttf"], scope: .process).first
        #expect(throws: FontManagerError.self) { try asPath?.get() }
        if case .failure(let error)? = asPath {
            #expect(error.message.hasPrefix("file:///usr/a.ttf is a URL, where a path is needed"), "\(error)")
        }
    }
}
