internal import Localization

/// Examines the facts that `doctor` collected.
package struct DoctorExamination: Sendable {
    let facts: DoctorFacts
    /// The findings, the most severe first.
    package private(set) var findings: [DoctorFinding] = []

    /// Creates an examination of facts.
    package init(_ facts: DoctorFacts) {
        self.facts = facts
        examineService()
        examineEnvironment()
        examineDirectories()
        examineSetAside()
        findings += LooseFontExamination(facts).findings
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
                .brokenManifests,
                localized("Some manifests of providers cannot be used."), items: facts.brokenManifests,
                remedy: localized(
                    "Report this to the authors of these programs. Run 'typecase manifest check' to list all errors."))
        }
        guard !facts.newerManifests.isEmpty else { return }
        find(
            .newerManifests,
            localized("Some manifests of providers have a later version than this version of Typecase supports."),
            items: facts.newerManifests,
            remedy: localized("Update Typecase. Run 'typecase manifest check' to see what is ignored."))
    }

    mutating func find(
        _ kind: DoctorFindingKind, _ seen: String, items: [String] = [], remedy: String
    ) {
        findings.append(DoctorFinding(kind, seen, items: items, remedy: remedy))
    }
}
