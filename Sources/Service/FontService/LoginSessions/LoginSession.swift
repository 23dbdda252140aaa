package import FontModel
package import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// The session that session-scoped fonts end with: from the user's first login to the last logout, lingering or not.
///
/// It is one session however many logins overlap in it. A note in the state directory tells the next daemon which
/// session the fonts are of; it is written by whoever may change the fonts, and by nobody else.
package actor LoginSession {
    /// Tells what can be known of the user's logins at this moment, given what was known at the last look, if anything.
    package typealias Observation = @Sendable (_ earlier: SessionEvidence?) async -> SessionEvidence

    private let note: SmallFile
    private let threads: BlockingThreads
    private let unsupported: FontError?
    private let observe: Observation
    /// The look that was asked for last: they run one after the other.
    private var last: Task<Void, Never>?
    /// The token of the session as the last look found it.
    private let found = Mutex<String?>(nil)

    /// Creates the session; nothing is looked at yet.
    ///
    /// - Parameters:
    ///   - note: The path of the note, in a directory that exists.
    ///   - threads: Where the note is read and written.
    ///   - unsupported: Why there is no session scope here; `nil` where there is.
    ///   - observe: Tells what can be known of the user's logins.
    package init(
        note: String, threads: BlockingThreads, unsupported: FontError? = nil, observe: @escaping Observation
    ) {
        self.note = SmallFile(path: note)
        self.threads = threads
        self.unsupported = unsupported
        self.observe = observe
    }

    /// What registrations for the session are marked with, the same until the user's last logout.
    ///
    /// - Throws: `UnsupportedScope` where nobody is logged in, or the session could not be told from the next.
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

    /// The token of the session that goes on; `nil` where none does.
    ///
    /// Every login and logout has to be followed by a look: what is not seen together is not one session.
    ///
    /// - Throws: Why that could not be told.
    package func current() async throws(FontError) -> String? {
        do throws(Errno) {
            return try await look(isBeginning: false)
        } catch {
            throw FontError(error, while: "look after the session's note")
        }
    }

    /// Whether the session of a token is over, as the last look has it; nothing is looked at.
    ///
    /// - Parameter token: What ``token()`` gave.
    /// - Returns: `true` also where another session goes on.
    package nonisolated func hasEnded(_ token: String) -> Bool { found.withLock { $0 != token } }

    /// Looks whether the session of a token goes on.
    ///
    /// - Parameter token: What ``token()`` gave.
    /// - Throws: `UnsupportedScope` where the session is over, and why that could not be told.
    func checkGoesOn(_ token: String) async throws(FontError) {
        guard try await current() == token else { throw Self.endedError }
    }

    /// What the fonts get that were to end with a session that is over.
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
    /// Whether there is anything for a session to end with.
    fileprivate var canBegin: Bool { logins.map { !$0.isEmpty } ?? !buses.isEmpty }
}
