internal import Foundation
internal import Testing
internal import Typecase
internal import TypecaseFoundation

/// What becomes of URLs that name no file.
@Suite struct FontURLTests {
    /// A file that is there and no font, with a NUL and more after its name.
    private let address = "\(URL(filePath: #filePath).absoluteString)%00b.ttf"
    private var url: URL { get throws { try #require(URL(string: address)) } }

    @Test("A URL whose path would end at a NUL does not stand for the file before it")
    func cutPath() throws {
        #expect(FontDescriptor(url: try url).path == address)
        var configuration = FontCache.Configuration()
        configuration.resourceDirectoryURLs = [try url]
        #expect(configuration.resourceDirectories == [address])
    }

    @Test("A font at a URL with a NUL is refused with the address, and the file before it is not read")
    func refusal() async throws {
        let results = try await FontManager().registerFonts(at: [try url], scope: .process)
        guard case .failure(let error)? = results.first else {
            Issue.record("It was registered: \(results)")
            return
        }
        // The file that is there would be `unrecognizedFormat`.
        #expect(error.code == .fileNotFound)
        #expect(error.item == .file(address))
        #expect(error.message == "\(address) names no file: no path holds a NUL character, which %00 stands for.")
        #expect(try await !FontManager().isSupportedFont(at: url))
    }
}
