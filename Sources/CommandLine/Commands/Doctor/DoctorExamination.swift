internal import Localization

/// Judges what `doctor` gathered.
package struct DoctorExamination: Sendable {
    let facts: DoctorFacts
    /// What was found, the worst first.
    package private(set) var findings: [DoctorFinding] = []

    /// Examines facts.
    package init(_ facts: DoctorFacts) {
        self.facts = facts
        examineService()
        examineEnvironment()
        examineDirectories()
        examineSetAside()
        examineLooseFonts()
        examineCaches()
        examineTimes()
        examineManifests()
        let order: [DoctorFindingKind.Severity] = [.error, .warning, .note]
        findings = order.flatMap { severity in findings.filter { $0.kind.severity == severity } }
    }

    /// Whether fonts work as they should.
    package var isHealthy: Bool { findings.allSatisfy { $0.kind.severity == .note } }

    private mutating func examineManifests() {
        if !facts.brokenManifests.isEmpty {
            find(
                .brokenManifests, localized("Manifests of providers cannot be used."), items: facts.brokenManifests,
                remedy: localized(
                    "Tell the authors of these programs. 'typecase manifest check' shows everything that is wrong."))
        }
        guard !facts.newerManifests.isEmpty else { return }
        find(
            .newerManifests, localized("Manifests of providers are of a later version than this Typecase knows."),
            items: facts.newerManifests,
            remedy: localized("Update Typecase. 'typecase manifest check' tells what is not used."))
    }

    mutating func find(
        _ kind: DoctorFindingKind, _ seen: String, items: [String] = [], remedy: String
    ) {
        findings.append(DoctorFinding(kind, seen, items: items, remedy: remedy))
    }
}
