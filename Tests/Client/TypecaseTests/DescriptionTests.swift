internal import DynamicType
internal import Testing
@testable internal import Typecase

/// What programs print of the values that they are given.
@Suite struct DescriptionTests {
    @Test("Values of the bus print as their names")
    func names() {
        let values: [(any CustomStringConvertible, String)] = [
            (FontManagerError.Code.fileNotFound, "FileNotFound"), (FontChange.Kind.removed, "removed"),
            (FontChange.Cause.provider, "provider"), (FontRight(rawValue: "install-fonts"), "install-fonts"),
            (FontRequestResult.Reason.notFound, "not-found"),
            (ContentSizeCategory.accessibilityMedium, "accessibility-medium"),
        ]
        for (value, name) in values { #expect("\(value)" == name) }
    }

    @Test("Errors print their code, their message and their item, once")
    func errors() {
        let item = FontManagerError.Item.file("/fonts/a.ttf")
        #expect("\(item)" == "/fonts/a.ttf")
        #expect("\(FontManagerError(.readOnly, "Not here.", item: item))" == "ReadOnly: Not here. (/fonts/a.ttf)")
        #expect(
            "\(FontManagerError(.readOnly, "/fonts/a.ttf is not here.", item: item))"
                == "ReadOnly: /fonts/a.ttf is not here.")
        #expect("\(FontCacheError(.nameMismatch, "Another name."))" == "nameMismatch: Another name.")
        #expect("\(FontCacheError.Code.fontUnavailable)" == "fontUnavailable")
        let size = #expect(throws: DynamicTypeError.self) { try FontSize(-1) }
        if let size { #expect("\(size)" == "\(size.code): \(size.message)") }
    }

    @Test("What is registered prints what is set of it, with the words of the bus")
    func fonts() {
        let face = FontFace(missing: "Own Sans", weight: 400)
        #expect("\(face)".hasPrefix("FontFace(id: \"system-"))
        #expect("\(face)".contains("source: system, isEnabled: false, index: 0, postscriptName: \"Own Sans\""))
        let font = RegisteredFont(
            id: "0123", scope: .session, isEnabled: true, sha256: nil, userInfo: "mine", faces: [face], path: nil,
            wasAlreadyRegistered: false, replaced: [], warnings: [])
        let start = #"RegisteredFont(id: "0123", scope: session, isEnabled: true, userInfo: "mine", faces: [FontFace("#
        #expect("\(font)".hasPrefix(start), "\(font)")
        #expect(!"\(font) \([FontRight.installFonts: FontRightStanding.ask])".contains("Typecase."))
        for absent in ["nil", "Optional", "replaced"] { #expect(!"\(font)".contains(absent), "\(font)") }
    }

    @Test("Sizes print how they come about")
    func sizes() throws {
        let metrics = FontMetrics(forTextStyle: .title1)
        let sizes = try [
            FontSize(17), FontSize(preferredFor: .body), metrics.scaledSize(for: FontSize(28)),
            metrics.scaledSize(for: FontSize(28), maximum: .points(42)),
            metrics.scaledSize(for: FontSize(28), maximum: .factor(1.5)),
        ]
        #expect(
            sizes.map(\.description) == [
                "17.0", "body", "28.0 like title1", "28.0 like title1, at most 42.0",
                "28.0 like title1, at most 1.5 times as much",
            ])
    }

    @Test("Progress prints the bytes, and of how many where that is known")
    func progress() {
        #expect("\(FontDownloadProgress(bytesDone: 3, bytesTotal: nil))" == "3 bytes")
        #expect("\(FontDownloadProgress(bytesDone: 3, bytesTotal: 12))" == "3 of 12 bytes")
    }
}
