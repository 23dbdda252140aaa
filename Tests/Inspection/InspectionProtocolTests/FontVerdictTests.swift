import FontModel
import InspectionProtocol
import Testing

struct FontVerdictTests {
    private func finding(
        _ kind: FontInspection.Finding.Kind, _ rule: String, face: Int? = nil, code: ValidationCode? = nil
    ) -> FontInspection.Finding {
        FontInspection.Finding(kind: kind, rule: rule, message: "about \(rule)", face: face, code: code)
    }

    private func verdict(
        _ findings: [FontInspection.Finding], level: ValidationLevel = .strict
    ) -> FontVerdict {
        let names = ["One", nil].map { ExaminedFace(format: .truetype, name: $0) }
        return FontVerdict(
            FontInspection(
                format: .collection, faces: [], findings: findings, scanCost: 0, examined: names,
                opinions: [.own, Opinion(.ots, version: "", silence: "not installed")]),
            level: level)
    }

    @Test func `a font without findings passes`() {
        let sound = verdict([])
        #expect(sound.passes && sound.isInstallable)
        #expect(sound.code == .ok)
        #expect(sound.faces.map(\.name) == ["One", nil])
    }

    @Test(arguments: [
        (ValidationCode.specificationViolation, false, false), (.formatNotInstallable, true, false),
        (.relaxedMemorySafety, true, false), (.relaxedSpecification, true, false),
    ])
    func `what counts depends on the level`(code: ValidationCode, atMinimum: Bool, atStrict: Bool) {
        let findings = [finding(.invalid, "A", code: code)]
        #expect(verdict(findings, level: .minimum).passes == atMinimum)
        #expect(verdict(findings, level: .strict).passes == atStrict)
        #expect(!verdict(findings, level: .minimum).isInstallable)
    }

    @Test func `a warning never counts`() {
        #expect(verdict([finding(.warning, "A")]).passes)
        #expect(verdict([finding(.warning, "A")]).code == .warning)
    }

    @Test func `the gravest code stands for all`() {
        let many = [finding(.warning, "A"), finding(.limit, "B"), finding(.invalid, "C"), finding(.limit, "D")]
        #expect(verdict(many).code == .specificationViolation)
        #expect(verdict([many[0], many[1]]).code == .relaxedMemorySafety)
    }

    @Test func `findings are sorted by face and rule`() {
        let verdict = verdict([
            finding(.invalid, "A", face: 1), finding(.limit, "A", face: 1), finding(.warning, "B", face: 1),
            finding(.invalid, "C"),
        ])
        #expect(verdict.faces[0].issues.map(\.rule) == ["C"])
        #expect(verdict.faces[1].issues.map(\.rule) == ["A"])
        #expect(verdict.faces[1].issues.first?.messages == ["about A", "about A"])
        #expect(verdict.faces[1].issues.first?.code == .specificationViolation)
        #expect(verdict.faces[1].warnings.map(\.rule) == ["B"])
    }

    @Test func `an error about the font is a verdict, and one about the service is none`() throws {
        for (error, rule) in [
            (FontError(.invalidFontData, "crashed"), "Font basic parsability"),
            (FontError(.unrecognizedFormat, "empty"), "Font basic parsability"),
            (FontError(.exceededResourceLimit, "65 MiB"), "File size"),
        ] {
            let verdict = try #require(FontVerdict(error, level: .minimum))
            #expect(!verdict.passes && verdict.code == .specificationViolation && !verdict.isInstallable)
            #expect(verdict.faces.first?.issues.map(\.rule) == [rule])
        }
        #expect(FontVerdict(FontError(.busy, "later"), level: .strict) == nil)
    }

    @Test func `the report has the members of Apple's validator`() {
        let broken = verdict([finding(.invalid, "A", face: 1), finding(.warning, "B")])
        func report(_ type: ValidationReportType) -> String {
            var report = ValidationReport(type)
            report.add("a.ttf", broken)
            return report.json.line
        }
        let end = #""max_code": -101, "os_installable": false, "format": "collection", "browser_safe": false"#
        let own = #"{"judge": "typecase", "version": "\#(Opinion.own.version)", "heard": true}"#
        let silent = #"{"judge": "ots", "version": "", "heard": false, "silence": "not installed"}"#
        let opinions = #", "opinions": [\#(own), \#(silent)]"#
        let start =
            #"{"Failures": 1, "FilesProcessed": 1, "FontFiles": 1, "Details": [{"path": "a.ttf", "result": "fail", "#
        #expect(report(.summary) == start + end + "}]}")
        // Where directories were searched, it tells of what is no font in them, none included.
        let searched = ValidationReport(.summary, otherFiles: 0).json.line
        #expect(searched == #"{"Failures": 0, "FilesProcessed": 0, "FontFiles": 0, "FilesIgnored": 0, "Details": []}"#)
        let issue = #"{"issue": "A", "code": -101, "messages": ["about A"]}"#
        #expect(
            report(.detailed) == start
                + #""fonts": [{"issues": [], "format": "truetype", "fontname": "One"}, "#
                + #"{"issues": [\#(issue)], "format": "truetype", "fontname": null}], "# + end + opinions + "}]}")
        let warning = #"{"issue": "B", "code": -301, "messages": ["about B"]}"#
        #expect(report(.full).contains(#""fontname": "One", "warnings": [\#(warning)]}"#))
    }
}
