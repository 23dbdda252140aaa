import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

@Suite struct `What the provider of a font is warned of` {
    private typealias Finding = FontInspection.Finding

    private func warning(_ number: Int, face: Int? = nil) -> Finding {
        Finding(kind: .warning, rule: "Rule \(number)", message: "Message \(number).", face: face)
    }

    @Test func `is what was found in the font, with its rule, each once however many faces have it`() {
        let findings = [warning(1, face: 0), warning(2), warning(1, face: 1)]
        #expect(
            RegistrationWarning.warnings(of: findings) == [
                RegistrationWarning(kind: .finding, message: "Message 1.", rule: "Rule 1"),
                RegistrationWarning(kind: .finding, message: "Message 2.", rule: "Rule 2"),
            ])
        #expect(RegistrationWarning.warnings(of: []) == [])
    }

    @Test func `is of a bounded number, and says how many are left out`() {
        let limit = RegistrationWarning.maximumFindings
        #expect(RegistrationWarning.warnings(of: (0..<limit).map { warning($0) }).allSatisfy { $0.kind == .finding })
        let many = RegistrationWarning.warnings(of: (0..<200).map { warning($0) })
        #expect(many.count == limit)
        #expect(many.dropLast().allSatisfy { $0.kind == .finding })
        #expect(many.last?.kind == .more)
        #expect(many.last?.message.contains("\(200 - limit + 1) more") == true)
    }

    @Test func `is short and can be shown, whatever a worker says`() throws {
        let limit = RegistrationWarning.maximumMessageLength
        let finding = Finding(
            kind: .warning, rule: "A\u{202E}B\u{1B}[2J", message: "a\nb" + String(repeating: "字", count: 400))
        let warning = try #require(RegistrationWarning.warnings(of: [finding]).first)
        #expect(warning.rule == "A\u{FFFD}B\u{FFFD}[2J")
        #expect(warning.message.hasPrefix("a\u{FFFD}b字"))
        #expect(warning.message.hasSuffix("字…"))
        #expect((limit - 3...limit + 3).contains(warning.message.utf8.count))
    }

    @Test func `is told at each registration, of disabled fonts too, and beside what is said of its siblings`() throws {
        let foundry = try Requester.program("org.example.Foundry")
        let sibling = FamilyMember(isVariable: true, digest: nil, provider: nil)
        var planner = LibraryPlanner(names: [:], usage: [:], siblings: ["alpha": [sibling]])
        let face = FaceDescription(index: 0, postscriptName: "Alpha-Regular", family: "Alpha")
        let font = try FontCandidate(
            memory: SealedMemory(bytes: [1]),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [warning(1)], scanCost: 100))
        func register(isEnabled: Bool) throws -> [RegistrationWarning.Kind] {
            let options = RegistrationOptions(
                scope: .persistent, isEnabled: isEnabled, call: NamedCall(name: "\(isEnabled)", count: 1))
            let outcomes = planner.apply(LibraryRequest(.register([font], options), by: foundry))
            return try #require(outcomes.first).get().warnings.map(\.kind)
        }
        #expect(try register(isEnabled: false) == [.finding])
        #expect(try register(isEnabled: true) == [.finding, .variableSibling])

        // As it is remembered for a call that is made again.
        let records = planner.finish().requests.compactMap { mutation in
            if case .recordRequest(let record) = mutation { record } else { nil }
        }
        var later = LibraryPlanner(names: [:], usage: [:], requestedFonts: records)
        let options = RegistrationOptions(
            scope: .persistent, isEnabled: true, call: NamedCall(name: "true", count: 1))
        let again = later.apply(LibraryRequest(.register([font], options), by: foundry))
        let warnings = try #require(again.first).get().warnings
        #expect(warnings.map(\.kind) == [.finding, .variableSibling])
        #expect(warnings.map(\.rule) == ["Rule 1", nil])
        #expect(warnings.map(\.owner) == [nil, "system"])
    }
}
