/// The result of installing several files, in one line.
struct InstallationSummary {
    /// The results that a file can have, in the order of the line.
    enum Part: String, CaseIterable {
        case installed, upgraded, downgraded, replaced, enabled, disabled, restored
        case known = "already installed"
        case skipped, refused
        case missing = "not found"
    }

    /// The most fonts that are told of one by one where nobody asks for more.
    static let namedFonts = 50

    private var counts: [Part: Int] = [:]

    /// Takes note of one file.
    mutating func add(_ part: Part) { counts[part, default: 0] += 1 }

    /// Takes note of a file that was not taken.
    mutating func add(_ failure: CommandFailure) { add(failure.exit == .notFound ? .missing : .refused) }

    /// The line, such as `3 installed, 1 refused.`; `nil` where one file says all there is to say.
    var text: String? {
        guard counts.values.reduce(0, +) > 1 else { return nil }
        let parts = Part.allCases.compactMap { part in counts[part].map { "\($0) \(part.rawValue)" } }
        return parts.joined(separator: ", ") + "."
    }
}
