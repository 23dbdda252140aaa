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

    @Test("Progress prints the bytes, and of how many where that is known")
    func progress() {
        #expect("\(FontDownloadProgress(bytesDone: 3, bytesTotal: nil))" == "3 bytes")
        #expect("\(FontDownloadProgress(bytesDone: 3, bytesTotal: 12))" == "3 of 12 bytes")
    }
}
