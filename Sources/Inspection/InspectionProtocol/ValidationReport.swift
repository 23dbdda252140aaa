package import FontModel

/// The verdicts on some files, in the JSON of Apple's font validator (TN3214).
package struct ValidationReport: Sendable {
    /// The level of detail.
    package let type: ValidationReportType
    /// The number of files that did not pass.
    package private(set) var failures = 0
    /// The number of examined files.
    package private(set) var filesProcessed = 0
    /// The number of examined files that are fonts.
    package private(set) var fontFiles = 0

    /// The number of files skipped because they are not fonts; `nil` if there was no search for fonts.
    private let otherFiles: Int?
    private var details: [JSONText] = []

    /// Creates a report without files.
    ///
    /// - Parameters:
    ///   - type: The level of detail.
    ///   - otherFiles: The number of files skipped because they are not fonts, for `FilesIgnored`. `nil` omits that
    ///     member, for example in the report on a single font from a caller.
    package init(_ type: ValidationReportType, otherFiles: Int? = nil) {
        self.type = type
        self.otherFiles = otherFiles
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - path: The path in the report.
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

    /// The report as JSON.
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
