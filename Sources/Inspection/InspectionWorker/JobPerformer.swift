package import FontModel
package import InspectionProtocol
package import LinuxSystem

/// The work of a worker, apart from where and under which limits it is done.
package protocol JobPerformer {
    /// Does once what later jobs share, in the zygote, before it is confined and before any font is seen.
    mutating func warmUp()

    /// Brings up to date what the processes of jobs start with, in the supervisor, which outlives them.
    ///
    /// - Parameter job: The job at hand.
    /// - Returns: Whether anything changed, so that a process forked before does not know of it.
    mutating func refresh(for job: InspectionJob) -> Bool

    /// Directories that are there in which jobs may make, change and remove files, with everything beneath them.
    ///
    /// Asked before the worker is confined, and again before each job: where others are needed by then, another worker
    /// has to do it.
    var keptDirectories: [String] { get }

    /// Goes through a harmless job in a process that still waits for its own, so that what a process pays for once is
    /// paid before the job comes.
    func rehearse()

    /// The files that a job needs, asked in its process before anything else is taken from that.
    ///
    /// - Parameter job: The job.
    /// - Returns: The files.
    func files(for job: InspectionJob) -> JobFiles

    /// Who would be heard on a font that came now, and why others would not.
    var opinions: [Opinion] { get }

    /// Tries in earnest whether jobs can be done, before there is one.
    ///
    /// - Parameter attempt: Does a job in a process of its own; `nil` where that has no answer.
    mutating func prove(_ attempt: (InspectionJob, OwnedFileDescriptor?) -> InspectionReply?)

    /// The job that another program does, which is started and waits before there is a font for it; `nil` where none is.
    var programJob: InspectionJob? { get }

    /// Becomes that program, which reads the font from its standard input and says what is wrong on its
    /// standard error; returns where it cannot.
    func becomeProgram()

    /// What it means that another program ended by itself.
    ///
    /// - Parameters:
    ///   - code: The exit status.
    ///   - complaints: The start of what it wrote to its standard error; anything, of a process that met hostile bytes.
    /// - Returns: The reply; `nil` where it is none.
    func reply(toExit code: Int32, complaints: [UInt8]) -> InspectionReply?

    /// Does a job in a process of its own, under all limits.
    ///
    /// - Parameters:
    ///   - job: The job; never the self-test, which is done by whoever confines the process.
    ///   - descriptors: What came with it.
    /// - Returns: The record of the reply.
    func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8]
}

/// The descriptors that come with a job.
package struct JobDescriptors: Sendable {
    /// What is to be read.
    package var font: OwnedFileDescriptor?
    /// The file to write to.
    package var output: OwnedFileDescriptor?
    /// What is to be read as well.
    package var furtherFonts: [OwnedFileDescriptor] = []
}

extension JobPerformer {
    package var keptDirectories: [String] { [] }

    package mutating func prove(_ attempt: (InspectionJob, OwnedFileDescriptor?) -> InspectionReply?) {}

    package var programJob: InspectionJob? { nil }

    package func becomeProgram() {}

    package func reply(toExit code: Int32, complaints: [UInt8]) -> InspectionReply? { nil }
}

/// The files that a job may touch: absolute paths, of directories with everything beneath them.
package struct JobFiles: Sendable, Equatable {
    /// To be read.
    package var read: [String]
    /// Directories to make, change and remove files in.
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
