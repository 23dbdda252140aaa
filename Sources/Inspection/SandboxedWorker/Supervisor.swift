internal import FontModel
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// Serves one connection, with one reply per job.
///
/// The process for the next job is forked soon after the last reply was sent, so that it is ready and confined when the
/// job arrives. If another program does the job, the process has already become that program.
///
/// A process does one job. The exception are fonts of one provider that arrive one right after another: to fork,
/// confine and end a process takes a quarter as long as to examine a usual font. A hostile font could falsify the
/// verdicts on the fonts that its process examines after it, so only a verdict that accepts a font counts. In any other
/// case, a process of its own examines the font again.
struct Supervisor<Performer: JobPerformer> {
    let connection: JobConnection
    let mode: InspectionMode
    let limits: JobLimits
    let confinement: Confinement
    var performer: Performer

    /// The processes that wait for the next job, which will need one of the two.
    private struct Waiting: ~Copyable {
        var process: JobProcess?
        var program: ProgramProcess?
        /// The number of jobs that they have done.
        var jobsDone = 0

        /// Ends them if they have done a job.
        mutating func endUsed() { if jobsDone > 0 { self = Waiting() } }
    }

    /// The reply to a job.
    private struct Reply {
        var record: [UInt8]
        /// Whether it is a verdict that accepts a font.
        var acceptsFont = false

        init(_ record: [UInt8], acceptsFont: Bool = false) {
            self.record = record
            self.acceptsFont = acceptsFont
        }

        init(_ reply: InspectionReply) {
            // A failure is far below every limit. If it were not, an empty record would end the connection.
            record = (try? InspectionWire.encode(reply)) ?? []
        }
    }

    private var replyLimit: Int { InspectionWire.replyLimit(in: mode) }

    /// The milliseconds after a reply before the next process is forked.
    ///
    /// The client has to process the reply, for example to publish the font, and would have to share the processors
    /// with the new process: a registration takes some 5 ms more from here on. If a job arrives earlier, its process is
    /// forked then.
    private static var breathMilliseconds: Int32 { 6 }
    /// The most fonts that one process examines.
    private static var fontsPerProcess: Int { 16 }
    /// The milliseconds that a process may take for a font that is not its first.
    ///
    /// Usual fonts take some milliseconds. After that, there is still time to examine the font in a process of its own.
    private static var furtherMilliseconds: Int64 { 2_000 }

    /// Serves jobs until the connection is closed.
    mutating func run() {
        var waiting = Waiting()
        prepare(&waiting)
        while true {
            do throws(JobConnection.End) {
                let (job, descriptors) = try connection.receive()
                if job != .inspectNext { waiting.endUsed() }
                // If a connection ends without a reply, the client sends the job to another worker.
                guard confinement.allows(keeping: performer.keptDirectories) else { return }
                guard let reply = answer(job, descriptors, &waiting) else { return }
                try connection.send(reply.record)
                if !reply.acceptsFont || waiting.jobsDone >= Self.fontsPerProcess { waiting.endUsed() }
            } catch {
                if case .malformed(let reason) = error {
                    try? connection.send(Reply(.failed(.refused("The job is malformed: \(reason)."))).record)
                }
                return
            }
            // Processes are ended only when no client waits for them.
            if !connection.waitForInput(Self.breathMilliseconds) {
                waiting.endUsed()
                prepare(&waiting)
            }
        }
    }

    /// Prepares a process for the next job.
    private func prepare(_ waiting: inout Waiting) {
        if performer.programJob != nil {
            waiting.program = try? startProgram()
        } else {
            waiting.process = try? fork()
        }
    }

    /// Does a job for the worker itself rather than for a client.
    ///
    /// - Returns: The reply; `nil` if there is none.
    func attempt(_ job: InspectionJob, _ font: OwnedFileDescriptor? = nil) -> InspectionReply? {
        if let font = programFont(of: job, font) {
            guard var program = try? startProgram(),
                case .exited(let code) = program.judge(font, limits.milliseconds, watching: -1)
            else { return nil }
            if code == ProgramProcess.notConfined { return Self.programNotConfined }
            return performer.reply(toExit: code, complaints: program.complaints)
        }
        guard var process = try? fork(), let record = try? InspectionWire.encode(job) else { return nil }
        process.start(record, with: JobDescriptors(font: font))
        guard case .record(let record) = process.wait(limits.milliseconds, limit: replyLimit, watching: -1) else {
            return nil
        }
        return try? InspectionWire.decodeReply(record)
    }

    /// Runs a job in a process, and again in a new one if a process that has done other jobs does not accept the font.
    ///
    /// - Parameters: Those of ``replyOnce(to:_:_:)``.
    /// - Returns: The reply; `nil` if the client has disconnected.
    private mutating func answer(
        _ job: InspectionJob, _ descriptors: JobDescriptors, _ waiting: inout Waiting
    ) -> Reply? {
        let isShared = waiting.jobsDone > 0
        let reply = replyOnce(to: job, descriptors, &waiting)
        guard isShared, let reply, !reply.acceptsFont else { return reply }
        waiting.endUsed()
        return replyOnce(to: job, descriptors, &waiting)
    }

    /// Runs a job in a process.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - descriptors: The descriptors that came with the job.
    ///   - waiting: The processes that wait for the job; they are replaced if they are no longer usable.
    /// - Returns: The reply; `nil` if the client has disconnected.
    private mutating func replyOnce(
        to job: InspectionJob, _ descriptors: JobDescriptors, _ waiting: inout Waiting
    ) -> Reply? {
        guard job.isFit(for: mode), let jobRecord = try? InspectionWire.encode(job) else {
            return Reply(.failed(.refused("A worker in mode \(mode.rawValue) does not do this job.")))
        }
        defer { waiting.jobsDone += 1 }
        let outcome: JobProcess.Outcome
        do throws(Errno) {
            if let font = programFont(of: job, descriptors.font) {
                outcome = try judge(font, &waiting.program)
            } else {
                outcome = try perform(job, jobRecord, descriptors, &waiting)
            }
        } catch {
            return Reply(.failed(.refused("No process could be started: \(error).")))
        }
        switch outcome {
        case .abandoned: return nil
        case .failed(let failure): return Reply(.failed(failure))
        case .exited(ProgramProcess.notConfined) where performer.programJob == job:
            return Reply(Self.programNotConfined)
        case .exited(let code):
            let reply =
                performer.programJob == job
                ? performer.reply(toExit: code, complaints: waiting.program?.complaints ?? []) : nil
            return Reply(reply ?? .failed(.noReport))
        case .record(let record):
            // If hostile bytes took over the job's process, it could have written anything.
            guard let reply = try? InspectionWire.decodeReply(record), reply.answers(job) else {
                return Reply(.failed(.noReport))
            }
            guard case .inspection(let inspection) = reply else { return Reply(record) }
            return Reply(record, acceptsFont: inspection.refusal == nil)
        }
    }

    private mutating func perform(
        _ job: InspectionJob, _ record: [UInt8], _ descriptors: JobDescriptors, _ waiting: inout Waiting
    ) throws(Errno) -> JobProcess.Outcome {
        let milliseconds = waiting.jobsDone > 0 ? Self.furtherMilliseconds : milliseconds(for: descriptors.font)
        if waiting.process?.isWaiting != true {
            waiting.process = try fork()
        }
        waiting.process?.start(record, with: descriptors)
        let watched = connection.descriptor.rawValue
        // The process works while this checks whether its state was up to date. If not, another process repeats the
        // job.
        if performer.refresh(for: job) {
            // Do not end the process earlier: the file that it is writing would stay incomplete and locked.
            _ = waiting.process?.wait(milliseconds, limit: replyLimit, watching: watched)
            guard confinement.allows(keeping: performer.keptDirectories) else { return .abandoned }
            waiting.process = try fork()
            waiting.process?.start(record, with: descriptors)
        }
        return waiting.process?.wait(milliseconds, limit: replyLimit, watching: watched) ?? .abandoned
    }

    /// Returns the time that a job may take with a font.
    private func milliseconds(for font: OwnedFileDescriptor?) -> Int64 {
        guard mode == .inspect, let font, let status = try? FileStatus(of: font) else { return limits.milliseconds }
        let extra = InspectionTime.extraSeconds(for: min(Int(clamping: status.stamp.size), FontLimits.fileSize))
        return limits.milliseconds + 1_000 * Int64(extra)
    }

    private func judge(
        _ font: OwnedFileDescriptor, _ program: inout ProgramProcess?
    ) throws(Errno) -> JobProcess.Outcome {
        if program?.isWaiting != true { program = try startProgram() }
        return program?.judge(font, limits.milliseconds, watching: connection.descriptor.rawValue) ?? .abandoned
    }

    /// Returns the font of a job that another program does.
    ///
    /// The result is `nil` for all other jobs, and if the bytes could change in the meantime.
    private func programFont(of job: InspectionJob, _ font: OwnedFileDescriptor?) -> OwnedFileDescriptor? {
        guard let font, job == performer.programJob, SealedMemory.isSealed(font) else { return nil }
        return font
    }

    private func fork() throws(Errno) -> JobProcess { try JobProcess { channel in serve(channel) } }

    private func startProgram() throws(Errno) -> ProgramProcess {
        try ProgramProcess { input, complaints in becomeProgram(reading: input, complainingTo: complaints) }
    }

    /// Runs in the process that becomes another program.
    private func becomeProgram(
        reading input: OwnedFileDescriptor, complainingTo complaints: OwnedFileDescriptor
    ) -> Never {
        SchedulerSlice.requestUsual()
        let (input, complaints) = (input.rawValue, complaints.rawValue)
        do throws(SystemCallFilter.Failure) {
            try confinement.enterProgram(reading: input, complainingTo: complaints)
            if let job = performer.programJob { try confinement.enterFiles(performer.files(for: job)) }
        } catch {
            _exit(ProgramProcess.notConfined)
        }
        if performer.programJob != nil { performer.becomeProgram() }
        _exit(ProgramProcess.notStarted)
    }

    private static var programNotConfined: InspectionReply {
        .failed(.refused("The process of another program cannot be confined; the font was not read."))
    }

    /// Runs in the job's process.
    private func serve(_ channel: JobConnection) -> Never {
        SchedulerSlice.requestUsual()
        do throws(SystemCallFilter.Failure) {
            try confinement.enterJob(keeping: channel.descriptor.rawValue)
        } catch {
            Self.giveUp(channel, error)
        }
        if !channel.hasJob { performer.rehearse() }
        var hasFiles = false
        while let (job, descriptors) = try? channel.receive() {
            do throws(SystemCallFilter.Failure) {
                if !hasFiles { try confinement.enterFiles(performer.files(for: job)) }
            } catch {
                Self.giveUp(channel, error)
            }
            hasFiles = true
            guard (try? channel.send(perform(job, descriptors))) != nil else { _exit(1) }
            guard job.isInspection else { break }
        }
        // Do not call exit: data that the C library would flush, and handlers that it would run, belong to the
        // supervisor.
        _exit(0)
    }

    /// Reports why a job's process cannot start, for which no font is at fault, and ends the process.
    private static func giveUp(_ channel: JobConnection, _ failure: SystemCallFilter.Failure) -> Never {
        let reply = InspectionReply.failed(.refused("The process of a job cannot be confined: \(failure)."))
        try? channel.send(Reply(reply).record)
        _exit(1)
    }

    private func perform(_ job: InspectionJob, _ descriptors: JobDescriptors) -> [UInt8] {
        guard job == .selfTest else { return performer.perform(job, with: descriptors) }
        let report = SandboxReport(
            mode: mode, attempts: SelfTest.attempts(), landlockVersion: Int(Landlock.version),
            opinions: performer.opinions)
        return Reply(.selfTest(report)).record
    }
}

extension InspectionJob {
    /// Whether workers of a mode do this job.
    fileprivate func isFit(for mode: InspectionMode) -> Bool {
        switch self {
        case .inspect, .inspectNext, .trial: mode == .inspect
        case .warm: mode == .warm
        case .systemDirectories, .systemFaces, .defaultFamilies: mode == .systemFaces
        case .secondOpinion: mode == .secondOpinion
        case .convert: mode == .convert
        case .unpack: mode == .archive
        case .draw: mode == .render
        case .icon: mode == .icon
        case .selfTest: true
        }
    }
}

extension InspectionReply {
    /// Whether this is a possible reply to a job.
    fileprivate func answers(_ job: InspectionJob) -> Bool {
        switch (self, job) {
        case (.inspection, .inspect), (.inspection, .inspectNext), (.systemDirectories, .systemDirectories),
            (.systemFaces, .systemFaces), (.defaultFamilies, .defaultFamilies),
            (.secondOpinion, .secondOpinion), (.conversion, .convert), (.archive, .unpack), (.drawing, .draw),
            (.icon, .icon), (.trial, .trial), (.selfTest, .selfTest):
            true
        case (.warmed(let counts), .warm(let directories)): counts.count == directories.count
        case (.failed(.refused), _), (.failed(.notWritten), .warm), (.failed(.notWritten), .unpack): true
        default: false
        }
    }
}
