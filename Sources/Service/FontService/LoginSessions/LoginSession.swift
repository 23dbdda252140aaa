package import FontModel
package import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The session that session-scoped fonts end with: from the user's first login to the last logout, lingering or not.
///
/// Overlapping logins are one session. A note in the state directory tells the next service which session the fonts
/// belong to. Only the service that may change the fonts writes it.
package actor LoginSession {
    /// Observes the user's current logins, given the evidence of the last check, if any.
    package typealias Observation = @Sendable (_ earlier: SessionEvidence?) async -> SessionEvidence

    private let note: SmallFile
    private let threads: BlockingThreads
    private let unsupported: FontError?
    private let observe: Observation
    /// The last requested check: checks run one after the other.
    private var last: Task<Void, Never>?
    /// The token of the session according to the last check.
    private let found = Mutex<String?>(nil)

    /// Creates the session without checking anything yet.
    ///
    /// - Parameters:
    ///   - note: The path of the note, in a directory that exists.
    ///   - threads: The thread pool that reads and writes the note.
    ///   - unsupported: Why the session scope is not supported here; `nil` if it is.
    ///   - observe: Observes the user's logins.
    package init(
        note: String, threads: BlockingThreads, unsupported: FontError? = nil, observe: @escaping Observation
    ) {
        self.note = SmallFile(path: note)
        self.threads = threads
        self.unsupported = unsupported
        self.observe = observe
    }

    /// The token for registrations of the session, which is the same until the user's last logout.
    ///
    /// - Throws: `UnsupportedScope` if the user is not logged in, or if the session cannot be distinguished from the
    ///   next.
    package func token() async throws(FontError) -> String {
        if let unsupported { throw unsupported }
        let token: String?
        do throws(Errno) {
            token = try await look(isBeginning: true)
        } catch {
            throw FontError(.unsupportedScope, "The session cannot be told from others: \(error).")
        }
        guard let token else {
            throw FontError(
                .unsupportedScope,
                "The user is not logged in, so that there is no session for the fonts to end with. "
                    + "Register them as persistent.")
        }
        return token
    }

    /// The token of the current session; `nil` if there is none.
    ///
    /// A check must follow every login and logout: logins that were not seen together are different sessions.
    ///
    /// - Throws: The error that prevented the check.
    package func current() async throws(FontError) -> String? {
        do throws(Errno) {
            return try await look(isBeginning: false)
        } catch {
            throw FontError(error, while: "look after the session's note")
        }
    }

    /// Whether the session with a token had ended in the last check; makes no new check.
    ///
    /// - Parameter token: A token from ``token()``.
    /// - Returns: `true` also if another session is the current one.
    package nonisolated func hasEnded(_ token: String) -> Bool { found.withLock { $0 != token } }

    /// Checks that the session with a token is still the current one.
    ///
    /// - Parameter token: A token from ``token()``.
    /// - Throws: `UnsupportedScope` if the session has ended, or the error that prevented the check.
    func checkGoesOn(_ token: String) async throws(FontError) {
        guard try await current() == token else { throw Self.endedError }
    }

    /// The error for fonts whose session ended before they were registered for it.
    static let endedError = FontError(
        .unsupportedScope,
        "The login session that the fonts were to end with is over. Register them anew, for the present session or as "
            + "persistent.")

    private func look(isBeginning: Bool) async throws(Errno) -> String? {
        let before = last
        let task = Task {
            await before?.value
            return await lookNow(isBeginning: isBeginning)
        }
        last = Task { _ = await task.value }
        return try await task.value.get()
    }

    private func lookNow(isBeginning: Bool) async -> Result<String?, Errno> {
        do {
            let text: String?
            switch try await threads.run({ [note] in Result { () throws(Errno) in try note.read() } }) {
            case .success(let found): text = found
            case .failure(let error): return .failure(error)
            }
            let evidence = await observe(text.flatMap(SessionRecord.init(text:))?.evidence)
            let result = try await threads.run { [note] in
                Result { () throws(Errno) in
                    try Self.update(note, of: text, evidence, isBeginning: isBeginning)
                }
            }
            if case .success(let token) = result { found.withLock { $0 = token } }
            return result
        } catch {
            return .failure(.resourceBusy)
        }
    }

    private static func update(
        _ note: SmallFile, of text: String?, _ evidence: SessionEvidence, isBeginning: Bool
    ) throws(Errno) -> String? {
        if let record = text.flatMap(SessionRecord.init(text:)), evidence.continues(record.evidence) {
            let updated = SessionRecord(token: record.token, evidence: evidence.remembering(record.evidence))
            if updated != record { try note.replace(with: updated.text) }
            return record.token
        }
        guard isBeginning, evidence.canBegin else {
            if text != nil { try note.remove() }
            return nil
        }
        let record = SessionRecord(token: FontIdentifier.random().rawValue, evidence: evidence)
        try note.replace(with: record.text)
        return record.token
    }
}

extension SessionEvidence {
    /// Whether there is anything that a session could end with.
    fileprivate var canBegin: Bool { logins.map { !$0.isEmpty } ?? !buses.isEmpty }
}
