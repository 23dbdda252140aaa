import FontModel
import InspectionProtocol
import SFNT
import TestSupport
import Testing

struct ContainerTests {
    @Test(arguments: [
        ("wOFF\0\u{1}\0\0", "WOFF"), ("wOF2\0\u{1}\0\0", "WOFF"), ("%!PS-AdobeFont-1.0: X", "Type 1"),
        ("%!FontType1-1.0: X", "Type 1"), ("typ1....", "Type 1"), ("\u{1}fcp\u{1}", "PCF"),
        ("STARTFONT 2.1\n", "BDF"), ("PFR0....", "Portable Font Resource"), ("PK\u{3}\u{4}", "compressed"),
        ("MZ......", "FON"), ("<html>", "neither"), ("", "empty"), ("\0\u{1}", "too short"),
    ])
    func `a file of another kind is told apart`(content: String, reason: String) {
        let isFont = !["neither", "empty", "too short"].contains(reason)
        expectRefusal(Array(content.utf8), reason, isFont ? .formatNotInstallable : .specificationViolation)
    }

    @Test func `files whose signatures are no text are told apart`() {
        expectRefusal([0x80, 0x01, 0x10, 0x00, 0, 0], "Type 1")
        expectRefusal([0x1F, 0x8B, 8, 0, 0, 0], "compressed")
        expectRefusal([1, 0, 4, 2, 0, 1], "bare CFF")
        expectRefusal([2, 0, 5, 0, 9, 1], "bare CFF")
        expectRefusal([200, 0, 0, 0] + [UInt8](repeating: 0, count: 30) + Array("LP".utf8), "Embedded OpenType")
        expectRefusal([0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 8, 0], "resource fork")
    }

    @Test func `Apple's signature for TrueType is as good as Microsoft's`() {
        var font = FontBuilder()
        font.containerVersion = 0x7472_7565
        #expect(inspect(font.build()).findings == [])
    }

    private func expectRefusal(
        _ bytes: [UInt8], _ reason: String, _ code: ValidationCode = .formatNotInstallable
    ) {
        let inspection = inspect(bytes)
        #expect(inspection.format == nil)
        #expect(inspection.refusal?.kind == .unrecognizedFormat)
        #expect(inspection.refusal?.message.contains(reason) == true)
        #expect(inspection.refusal?.code == code, "what is no font at all passes at no level")
    }
}
