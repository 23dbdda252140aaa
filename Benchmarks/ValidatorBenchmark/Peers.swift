internal import Glibc
internal import SystemPackage
internal import TestSupport

/// What others say of a font.
struct Peers {
    /// The verdict of another program.
    enum Opinion: Hashable {
        case accepted, refused
        /// The program is not installed.
        case unheard
    }

    private let sanitizer: String?
    private let query: String?

    init() throws {
        func installed(_ path: String) -> String? { access(path, X_OK) == 0 ? path : nil }
        sanitizer = installed("/usr/bin/ots-sanitize")
        query = installed("/usr/bin/fc-query")
    }

    /// What OpenType Sanitizer says, and its reason.
    func sanitizerOpinion(_ path: String) async throws -> (opinion: Opinion, reason: String) {
        guard let sanitizer else { return (.unheard, "") }
        let outcome = try await ChildProcess.run(sanitizer, [path, "/dev/null"], environment: [:])
        let reasons = outcome.standardError.split(separator: "\n").filter { $0.hasPrefix("ERROR") }
        return (outcome.succeeded ? .accepted : .refused, reasons.first.map(String.init) ?? "")
    }

    /// What fontconfig says.
    func queryOpinion(_ path: String) async throws -> Opinion {
        guard let query else { return .unheard }
        let outcome = try await ChildProcess.run(query, ["--format=%{family}\n", path], environment: [:])
        return outcome.succeeded ? .accepted : .refused
    }
}
