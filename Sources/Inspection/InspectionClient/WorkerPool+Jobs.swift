internal import FontModel
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage
internal import WorkerClient
internal import WorkerProtocol

/// The result of one attempt at a job.
private enum Outcome<Value: Sendable>: Sendable {
    case value(Value)
    /// The worker is healthy and reports that the job failed.
    case failed(InspectionFailure)
    /// The reply was impossible; its content is ignored.
    case lie(String)
    /// The worker is of a different version.
    case stranger
    /// The communication with the worker failed.
    case broken(ConversationFailure)
    /// No thread was available, so nothing was sent to the worker.
    case unstarted

    /// Whether the job did not finish in its time.
    var isTooLate: Bool {
        switch self {
        case .failed(.timedOut), .failed(.outOfProcessorTime), .broken(.timedOut): true
        default: false
        }
    }
}

extension WorkerPool {
    /// Waits for a place and then runs one job.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - mode: The mode of the worker.
    ///   - descriptors: The descriptors to send with the job.
    ///   - key: The key under which the job takes its turn.
    ///   - extra: The additional time that the worker may take.
    ///   - refused: Converts the reason why the worker cannot do the job to a value, if that is not an error.
    ///   - onceSent: Called while the worker does the job, and again if another worker has to take over. Runs on a
    ///     blocking thread.
    ///   - interpret: Converts the reply to a value; returns `nil` if it answers another job. Runs on a blocking
    ///     thread.
    /// - Returns: The value of the reply.
    /// - Throws: The error that the failure means in the mode.
    func perform<Value: Sendable>(
        _ job: InspectionJob, in mode: InspectionMode, with descriptors: MessageDescriptors = MessageDescriptors(),
        for key: String = "", beyondDeadline extra: Duration = .zero,
        refused: (@Sendable (FontError) -> Value)? = nil,
        onceSent: @escaping @Sendable () -> Void = {},
        _ interpret: @escaping @Sendable (InspectionReply) throws(ImplausibleReply) -> Value?
    ) async throws(FontError) -> Value {
        var record = try Self.record(of: job)
        try await takePlace(in: mode, for: key)
        defer { giveBackPlace(in: mode, of: key) }

        var (connection, lastKey) = try await connection(in: mode, for: key)
        if job == .inspect, lastKey == key, Self.sharesProcesses(key) { record = try Self.record(of: .inspectNext) }
        var isKept = lastKey != nil
        var freshAttempts = 0
        while true {
            if !isKept { freshAttempts += 1 }
            let outcome = await converse(
                record, with: descriptors, over: connection, in: mode, beyondDeadline: extra, onceSent: onceSent,
                interpret)
            if let refused, case .failed(let failure) = outcome, let error = Self.refusal(failure, in: mode) {
                counts[mode].jobs += 1
                keep(connection, in: mode, for: key)
                return refused(error)
            }
            // The outcome of the job is unknown. A kept worker may have exited before it received the job, and a new
            // one may have been ended from outside, for example at the end of a session.
            guard case .broken(.closed) = outcome, freshAttempts < Self.maximumFreshAttempts, !isShutDown,
                !Task.isCancelled
            else {
                if outcome.isTooLate, configuration[mode].hasSparePlace { noteLaggard(key) }
                return try await conclude(outcome, of: connection, in: mode, for: key)
            }
            if !isKept { tell("A worker went away in the middle of a job; another one takes over.", in: mode) }
            await drop(connection, in: mode)
            if let output = descriptors.output { try Self.empty(output) }
            connection = try await open(in: mode)
            isKept = false
        }
    }

    private static func record(of job: InspectionJob) throws(FontError) -> [UInt8] {
        do throws(MalformedRecord) {
            return try InspectionWire.encode(job)
        } catch {
            throw FontError(.exceededResourceLimit, "The job cannot be put to the worker: \(error)")
        }
    }

    /// Whether a process may examine several fonts of a key, one after another.
    ///
    /// A hostile font could falsify the verdicts on those after it. The service checks the fonts of all providers under
    /// one key.
    private static func sharesProcesses(_ key: String) -> Bool {
        key != FontInspector.revalidation.rawValue && !key.isEmpty
    }

    /// Removes what a lost worker has written; otherwise the next worker would append to it.
    private static func empty(_ output: OwnedFileDescriptor) throws(FontError) {
        do throws(Errno) {
            try retryingInterrupts { ftruncate(output.rawValue, 0) }
            _ = try retryingInterrupts { lseek(output.rawValue, 0, SEEK_SET) }
        } catch {
            throw FontError(error, while: "empty the output of a lost worker")
        }
    }

    /// How often workers may close their connections during their first job before the job is considered at fault.
    ///
    /// The processes that receive these connections never read the descriptors themselves, so a font hardly ever ends
    /// one. A job may lose two in a row.
    private static let maximumFreshAttempts = 2

    /// Converts an attempt to a value or an error, and keeps the connection only if nothing is wrong with it.
    private func conclude<Value: Sendable>(
        _ outcome: Outcome<Value>, of connection: WorkerConnection, in mode: InspectionMode, for key: String
    ) async throws(FontError) -> Value {
        switch outcome {
        case .value(let value):
            counts[mode].jobs += 1
            keep(connection, in: mode, for: key)
            return value
        case .failed(let failure):
            guard let error = Self.refusal(failure, in: mode) else {
                await drop(connection, in: mode)
                break
            }
            counts[mode].jobs += 1
            keep(connection, in: mode, for: key)
            throw error
        case .unstarted:
            keep(connection, in: mode, for: key)
            throw Self.overloadedError
        case .stranger:
            await drop(connection, in: mode)
            throw Self.strangerError
        case .lie, .broken:
            await drop(connection, in: mode)
        }
        counts[mode].jobs += 1
        switch outcome {
        case .failed(let failure):
            throw note(failure, in: mode)
        case .broken(.timedOut):
            throw note(.timedOut, in: mode)
        case .lie(let description), .broken(.malformed(let description)):
            counts[mode].lies += 1
            throw workerFailure(in: mode, "The font parser gave an invalid answer: \(description).")
        case .broken(.system(let errno)):
            throw FontError(errno, while: "talk to \(configuration[mode].access)")
        case .broken(.closed), .unstarted, .stranger, .value:
            if isShutDown { throw Self.goneError }
            if Task.isCancelled { throw Self.cancelledError }
            // Determine whether the font is at fault, or whether no worker runs at all.
            try await probe(mode)
            counts[mode].crashes += 1
            throw workerFailure(in: mode, "The font parser failed.")
        }
    }

    /// The error for a job that a healthy worker cannot do; `nil` for a failure of the worker.
    private static func refusal(_ failure: InspectionFailure, in mode: InspectionMode) -> FontError? {
        switch failure {
        case .refused(let reason):
            FontError(.registrationFailed, "The font worker failed: \(reason)")
        case .notWritten(let errno):
            FontError(
                Errno(rawValue: errno),
                while: mode == .archive ? "unpack the archive" : "write fontconfig's caches")
        case .crashed, .timedOut, .outOfProcessorTime, .outOfMemory, .noReport: nil
        }
    }

    private func note(_ failure: InspectionFailure, in mode: InspectionMode) -> FontError {
        switch failure {
        case .crashed, .noReport, .outOfMemory: counts[mode].crashes += 1
        case .timedOut, .outOfProcessorTime: counts[mode].timeouts += 1
        case .refused, .notWritten: break
        }
        if mode == .render, let error = Self.exhaustion(failure) {
            tell(error.message, in: mode)
            return error
        }
        return switch failure {
        case .crashed(SIGSYS):
            workerFailure(in: mode, "The font parser tried a forbidden operation, and its sandbox stopped it.")
        case .crashed(let signal): workerFailure(in: mode, "The font parser crashed with signal \(signal).")
        case .timedOut: overdue(in: mode)
        case .outOfProcessorTime: workerFailure(in: mode, "The font parser used up its processor time.")
        case .outOfMemory: workerFailure(in: mode, "The font parser ran out of memory.")
        case .noReport: workerFailure(in: mode, "The font parser ended without a report.")
        case .refused(let reason): Self.error(in: mode, "The font parser refused: \(reason)")
        case .notWritten(let errno): FontError(Errno(rawValue: errno), while: "write fontconfig's caches")
        }
    }

    /// The error for a drawing that exceeded a limit, as large pictures do with any font; `nil` for other failures.
    private static func exhaustion(_ failure: InspectionFailure) -> FontError? {
        let advice =
            "Ask for a smaller picture, less text or fewer glyphs. If that does not help, a font has too many outlines."
        return switch failure {
        case .timedOut:
            // The machine gave the job too little time: the limit for its processor time is lower.
            FontError(.busy, "Drawing took too long. Try again later, or ask for a smaller picture.")
        case .outOfProcessorTime:
            FontError(.exceededResourceLimit, "The drawing used up its processor time. \(advice)")
        case .outOfMemory: FontError(.exceededResourceLimit, "The drawing ran out of memory. \(advice)")
        case .crashed, .noReport, .refused, .notWritten: nil
        }
    }

    /// The error for a job that did not finish, although it did not use up its processor time either.
    ///
    /// The machine gave it too little time, so nothing is known about the font, in either mode that checks fonts.
    private func overdue(in mode: InspectionMode) -> FontError {
        let error = workerFailure(in: mode, "The font parser came to no end in its time.")
        guard mode == .inspect || mode == .convert || mode == .secondOpinion else { return error }
        return FontError(
            .busy, "The font was not checked, because the parser did not finish in time. Try again later.")
    }

    /// The error for a broken job: in modes that check fonts, the font is at fault; in others, the service is.
    static func error(in mode: InspectionMode, _ message: String) -> FontError {
        switch mode {
        case .inspect, .secondOpinion, .convert:
            FontError(.invalidFontData, "\(message) Other programs would fare no better with this font.")
        case .icon: FontError(.invalidFontData, "\(message) The picture is no icon.")
        case .archive: FontError(.invalidFontData, "\(message) Nothing of the archive is used.")
        case .render: FontError(.invalidFontData, "\(message) Nothing is drawn with these fonts.")
        case .warm, .systemFaces:
            FontError(.registrationFailed, "\(message) The fonts' caches may be out of date; see the journal.")
        }
    }

    /// Checks that a worker of the mode runs and answers.
    ///
    /// - Throws: ``FontModel/FontError/Code/registrationFailed`` if no worker does.
    private func probe(_ mode: InspectionMode) async throws(FontError) {
        let connection = try await open(in: mode)
        let record: [UInt8]
        do throws(MalformedRecord) { record = try InspectionWire.encode(.selfTest) } catch {
            preconditionFailure("a job without content fits a record")
        }
        let outcome = await converse(record, with: MessageDescriptors(), over: connection, in: mode) {
            reply throws(ImplausibleReply) in try ReplyCheck.sandboxReport(in: reply, of: mode)
        }
        guard case .value = outcome else {
            await drop(connection, in: mode)
            if case .stranger = outcome { throw Self.strangerError }
            counts[mode].failedConnections += 1
            throw FontError(
                .registrationFailed,
                "\(configuration[mode].access) can be reached but gives no answer. See the journal of the worker.")
        }
        keep(connection, in: mode, for: "")
    }

    private static let strangerError = FontError(
        .busy,
        "The font parser is of another version than the service, one of which is being replaced. Try again in a moment; "
            + "if that does not help, run: systemctl --user restart typecased")

    private static let overloadedError = FontError(
        .busy, "Too many threads are waiting for slow files. Try again later.")

    // MARK: - Blocking work

    private func converse<Value: Sendable>(
        _ record: [UInt8], with descriptors: MessageDescriptors, over connection: WorkerConnection,
        in mode: InspectionMode, beyondDeadline extra: Duration = .zero,
        onceSent: @escaping @Sendable () -> Void = {},
        _ interpret: @escaping @Sendable (InspectionReply) throws(ImplausibleReply) -> Value?
    ) async -> Outcome<Value> {
        let deadline = configuration[mode].deadline + extra
        let limit = InspectionWire.replyLimit(in: mode)
        do {
            return try await withTaskCancellationHandler {
                try await threads.run {
                    Self.attempt(
                        record, with: descriptors, over: connection, within: deadline, limit, onceSent: onceSent,
                        interpret)
                }
            } onCancel: {
                // Only a second opinion is aborted halfway.
                if mode == .secondOpinion { connection.interrupt() }
            }
        } catch {
            return .unstarted
        }
    }

    private nonisolated static func attempt<Value: Sendable>(
        _ record: [UInt8], with descriptors: MessageDescriptors, over connection: WorkerConnection,
        within deadline: Duration, _ limit: Int,
        onceSent: () -> Void,
        _ interpret: (InspectionReply) throws(ImplausibleReply) -> Value?
    ) -> Outcome<Value> {
        let bytes: [UInt8]
        do throws(ConversationFailure) {
            bytes = try connection.converse(
                record, with: descriptors, within: deadline, limit: limit, onceSent: onceSent)
        } catch {
            return .broken(error)
        }
        let reply: InspectionReply
        do throws(MalformedRecord) {
            reply = try InspectionWire.decodeReply(bytes)
        } catch {
            return error.isOfOtherVersion ? .stranger : .lie(error.description)
        }
        if case .failed(let failure) = reply { return .failed(failure) }
        do throws(ImplausibleReply) {
            guard let value = try interpret(reply) else { return .lie("an answer to another question") }
            return .value(value)
        } catch {
            return .lie(error.description)
        }
    }

    /// Opens a connection.
    func open(in mode: InspectionMode) async throws(FontError) -> WorkerConnection {
        let access = configuration[mode].access
        let environment = configuration.environment
        let result: Result<WorkerConnection, FontError>
        do {
            result = try await threads.run {
                Result { () throws(FontError) in
                    try WorkerConnection.open(
                        access, arguments: ["--mode", mode.rawValue, "--connected"],
                        unit: "typecase-\(mode.rawValue).socket", environment: environment)
                }
            }
        } catch {
            throw Self.overloadedError
        }
        switch result {
        case .success(let connection):
            counts[mode].connections += 1
            lanes[mode, default: Lane()].active[ObjectIdentifier(connection)] = connection
            if isShutDown { connection.interrupt() }
            return connection
        case .failure(let error):
            counts[mode].failedConnections += 1
            throw error
        }
    }

    /// Ends a connection that is no longer in any list.
    func end(_ connection: WorkerConnection, immediately isImmediate: Bool) async {
        do {
            try await threads.run { connection.end(immediately: isImmediate) }
        } catch {
            // If no thread is available, the connection ends with its last reference.
            connection.interrupt()
        }
    }
}
