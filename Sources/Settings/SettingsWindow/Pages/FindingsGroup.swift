internal import Adwaita
internal import Localization

/// The findings of the checks of a font, as a group of its page.
@MainLoop
final class FindingsGroup {
    /// The maximum number of findings that are shown.
    private static let limit = 20
    /// The maximum number of messages about one finding.
    private static let messageLimit = 4

    let widget = PreferencesGroup(title: localized("Safety Check"))
    private var checking: Task<Void, Never>?

    /// Lets the service check a font again, and shows the findings.
    func check(_ id: String, _ session: ServiceSession) {
        checking?.cancel()
        widget.removeAll()
        widget.isVisible = false
        checking = Task { [weak self] in
            // If it cannot be checked again, there is no group.
            guard let findings = try? await session.findings(of: id), !Task.isCancelled, let self else { return }
            show(findings)
        }
    }

    private func show(_ findings: FontFindings) {
        let group = widget
        group.isVisible = true
        if findings.faults.isEmpty && findings.warnings.isEmpty {
            let row = ActionRow(
                title: localized("Passed all checks"),
                subtitle: localized("In a sandbox, each table was read, and text was shaped and drawn with the font."))
            row.addPrefix(Icon(named: "object-select-symbolic").styled("success"))
            group.add(row)
        }
        let all = findings.faults.map { ($0, true) } + findings.warnings.map { ($0, false) }
        for (finding, isFault) in all.prefix(Self.limit) {
            let row = ActionRow(
                title: FindingText.line(rule: finding.rule, finding.code),
                subtitle: Self.details(finding, isFault: isFault))
            row.addPrefix(
                isFault
                    ? Icon(named: "dialog-error-symbolic").styled("error")
                    : Icon(named: "dialog-warning-symbolic").styled("warning"))
            group.add(row)
        }
        if all.count > Self.limit {
            group.add(ActionRow(title: localized("and 1 more", "and %1 more", count: all.count - Self.limit)))
        }
    }

    /// What a finding means, and the messages about it, which are in English.
    private static func details(_ finding: FontFindings.Finding, isFault: Bool) -> String {
        var lines = [
            isFault
                ? localized("A reason to refuse the font")
                : localized("Unusual, but not a reason to refuse the font")
        ]
        lines += finding.messages.prefix(messageLimit)
        let others = finding.messages.count - messageLimit
        if others > 0 { lines.append(localized("and 1 more", "and %1 more", count: others)) }
        return lines.joined(separator: "\n")
    }
}
