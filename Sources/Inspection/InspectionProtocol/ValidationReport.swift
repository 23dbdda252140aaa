package import FontModel

/// The verdicts on some files, in the JSON of Apple's font validator (TN3214).
package struct ValidationReport: Sendable {
    /// How much it tells.
    package let type: ValidationReportType
    /// How many files did not pass.
    package private(set) var failures = 0
    /// How many files were examined.
    package private(set) var filesProcessed = 0
    /// How many of them are fonts.
    package private(set) var fontFiles = 0

    /// How many files were passed over as they are no fonts; `nil` where none could be, as nobody searched for any.
    private let otherFiles: Int?
    private var details: [JSONText] = []

    /// Starts a report without files.
    ///
    /// - Parameters:
    ///   - type: How much it tells.
    ///   - otherFiles: How many files were passed over as they are no fonts, for `FilesIgnored`; `nil` for a report without
    ///     that member, as of a single font that somebody handed over.
    package init(_ type: ValidationReportType, otherFiles: Int? = nil) {
        self.type = type
        self.otherFiles = otherFiles
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - path: What the report calls it.
    ///   - verdict: The verdict.
    package mutating func add(_ path: String, _ verdict: FontVerdict) {
        filesProcessed += 1
        if !verdict.passes { failures += 1 }
        if verdict.format != nil { fontFiles += 1 }
        var members: [(String, JSONText)] = [
            ("path", .string(path)), ("result", .string(verdict.passes ? "pass" : "fail")),
        ]
        if type != .summary { members.append(("fonts", .array(verdict.faces.map(json)))) }
        members += [
            ("max_code", .integer(Int64(verdict.code.rawValue))), ("os_installable", .boolean(verdict.isInstallable)),
            ("format", Self.text(verdict.format?.rawValue)), ("browser_safe", .boolean(verdict.isBrowserSafe)),
        ]
        if type != .summary { members.append(("opinions", .array(verdict.opinions.map(Self.json)))) }
        details.append(.object(members))
    }

    /// The report.
    package var json: JSONText {
        var members: [(String, JSONText)] = [
            ("Failures", .integer(Int64(failures))), ("FilesProcessed", .integer(Int64(filesProcessed))),
            ("FontFiles", .integer(Int64(fontFiles))),
        ]
        if let otherFiles { members.append(("FilesIgnored", .integer(Int64(otherFiles)))) }
        return .object(members + [("Details", .array(details))])
    }

    private func json(_ face: FontVerdict.Face) -> JSONText {
        var members: [(String, JSONText)] = [
            ("issues", .array(face.issues.map(Self.json))), ("format", Self.text(face.format?.rawValue)),
            ("fontname", Self.text(face.name)),
        ]
        if type == .full { members.append(("warnings", .array(face.warnings.map(Self.json)))) }
        return .object(members)
    }

    private static func json(_ issue: FontVerdict.Issue) -> JSONText {
        .object([
            ("issue", .string(issue.rule)), ("code", .integer(Int64(issue.code.rawValue))),
            ("messages", .array(issue.messages.map { .string($0) })),
        ])
    }

    private static func json(_ opinion: Opinion) -> JSONText {
        var members: [(String, JSONText)] = [
            ("judge", .string(opinion.judge.rawValue)), ("version", .string(opinion.version)),
            ("heard", .boolean(opinion.isHeard)),
        ]
        if let silence = opinion.silence { members.append(("silence", .string(silence))) }
        return .object(members)
    }

    private static func text(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
}
