package import FontModel
package import InspectionProtocol
package import LinuxSystem

/// The work of a worker, independent of the processes and limits in which it runs.
package protocol JobPerformer {
    /// Prepares, once and in the zygote, what later jobs share.
    ///
    /// This runs before the zygote is confined and before it receives any font.
    mutating func warmUp()

    /// Updates the state with which the processes of jobs start.
    ///
    /// This runs in the supervisor, which outlives those processes.
    ///
    /// - Parameter job: The current job.
    /// - Returns: Whether anything changed, so that a process forked earlier has outdated state.
    mutating func refresh(for job: InspectionJob) -> Bool

    /// The existing directories in which, at any depth, jobs may create, change and remove files.
    ///
    /// This is read before the worker is confined, and again before each job. If the directories have changed, another
    /// worker has to do the job.
    var keptDirectories: [String] { get }

    /// Runs a harmless job in a process that still waits for its own job.
    ///
    /// This pays one-time costs before that job arrives.
    func rehearse()

    /// Returns the files that a job needs; called in the job's process before its other access is dropped.
    ///
    /// - Parameter job: The job.
    /// - Returns: The files.
    func files(for job: InspectionJob) -> JobFiles

    /// The validators that would currently be asked about a font, and why others would not.
    var opinions: [Opinion] { get }

    /// Tests whether jobs can actually be done, before the first one arrives.
    ///
    /// - Parameter attempt: Does a job in a process of its own; returns `nil` if that process does not reply.
    mutating func prove(_ attempt: (InspectionJob, OwnedFileDescriptor?) -> InspectionReply?)

    /// The job that another program does; `nil` if there is none.
    ///
    /// The program starts, and waits, before there is a font.
    var programJob: InspectionJob? { get }

    /// Replaces this process with that program.
    ///
    /// The program reads the font from its standard input and writes its complaints to its standard error. This
    /// function returns only if it fails.
    func becomeProgram()

    /// Interprets the exit of another program.
    ///
    /// - Parameters:
    ///   - code: The exit status.
    ///   - complaints: The start of its standard error output; may be anything, because the process has read hostile
    ///     bytes.
    /// - Returns: The reply; `nil` if the exit is not a valid reply.
    func reply(toExit code: Int32, complaints: [UInt8]) -> InspectionReply?

    /// Does a job in a process of its own, under all limits.
    ///
    /// - Parameters:
    ///   - job: The job; never the self-test, which the code that confines the process does itself.
    ///   - descriptors: The descriptors that came with the job.
    /// - Returns: The record of the reply.
    func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8]
}

/// The descriptors that come with a job.
package struct JobDescriptors: Sendable {
    /// The file to read.
    package var font: OwnedFileDescriptor?
    /// The file to write to.
    package var output: OwnedFileDescriptor?
    /// Further files to read.
    package var furtherFonts: [OwnedFileDescriptor] = []
}

extension JobPerformer {
    package var keptDirectories: [String] { [] }

    package mutating func prove(_ attempt: (InspectionJob, OwnedFileDescriptor?) -> InspectionReply?) {}

    package var programJob: InspectionJob? { nil }

    package func becomeProgram() {}

    package func reply(toExit code: Int32, complaints: [UInt8]) -> InspectionReply? { nil }
}

/// The files that a job may access: absolute paths; directories include everything below them.
package struct JobFiles: Sendable, Equatable {
    /// Files and directories to read.
    package var read: [String]
    /// Directories in which to create, change and remove files.
    package var kept: [String]
    /// Programs to execute.
    package var executed: [String]

    /// Creates a list.
    package init(read: [String] = [], kept: [String] = [], executed: [String] = []) {
        self.read = read
        self.kept = kept
        self.executed = executed
    }
}
