import Foundation
import Localization
import TestSupport
import Testing

@testable import SettingsWindow

/// What is shown of texts that come from fonts and programs, and what is read of others.
@Suite struct TextTests {
    /// Arguments take the places of their numbers, and a number without an argument stays.
    @Test func argumentsOfTexts() {
        #expect(localized("%2 of %1", "Foundry", "Sans") == "Sans of Foundry")
        #expect(localized("100 %", "unused") == "100 %")
        #expect(localized("%1 and %9", "one") == "one and %9")
        // What an argument holds is no place for another one.
        #expect(localized("%1 %2", "%2", "x") == "%2 x")
        #expect(localized("1 font", "%1 fonts", count: 1) == "1 font")
        #expect(localized("1 font", "%1 fonts", count: 0) == "0 fonts")
    }

    /// Names cannot break lines, turn the text around them, or fill the window.
    @Test func hostileNames() {
        #expect(ShownText.line("a\nb\u{2028}c\u{7}") == "a b c ")
        #expect(ShownText.line("safe\u{202E}gnp.ttf\u{2066}") == "safegnp.ttf")
        // These join and part letters.
        #expect(ShownText.line("می\u{200C}خواهم") == "می\u{200C}خواهم")
        #expect(ShownText.line(String(repeating: "x", count: 10_000)).count == ShownText.limit + 1)
    }

    /// A text stands for others only where there are some.
    @Test func others() {
        #expect(CountedText.text("A", others: 0) == "A")
        #expect(CountedText.text(CountedText.list(["A", "B"]), others: 1) == "A, B and 1 more")
        #expect(CountedText.text("A", others: 2) == "A and 2 more")
    }

    /// Paths survive as addresses, and what is no file of this machine has no path.
    @Test(arguments: ["/a", "/with space/ü%41.ttf", "/weird\n\u{1F600}"])
    func addressesOfFiles(path: String) {
        #expect(FileAddress.path(FileAddress.address(path)) == path)
    }

    @Test(arguments: ["https://example.org/a.ttf", "file:", "file://host", "file:///%4", "file:///%zz", "file:///%ff"])
    func otherAddresses(address: String) { #expect(FileAddress.path(address) == nil) }

    /// The findings of the command are read, later keys are passed over, and anything else is no list of findings.
    @Test func findings() throws {
        let findings = try #require(
            DoctorFindings.read(
                #"[{"id": "x", "severity": "error", "seen": "S", "items": ["a", 1], "reason": "R", "remedy": "M", "fixable": true, "new": {}}]"#
            ))
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.id == "x" && finding.severity == "error" && finding.seen == "S" && finding.items == ["a"])
        #expect(finding.reason == "R" && finding.remedy == "M" && finding.isFixable)
        #expect(DoctorFindings.read("typecase: no") == nil)
        #expect(DoctorFindings.read("") == nil)
    }
}
