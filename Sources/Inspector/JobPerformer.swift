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

    /// Goes through a harmless job in a process that still waits for its own, so that what a process pays for once is
    /// paid before the job comes.
    func rehearse()

    /// The files that a job needs, asked in its process before anything else is taken from that.
    ///
    /// - Parameter job: The job.
    /// - Returns: The files.
    func files(for job: InspectionJob) -> JobFiles

    /// The versions of the libraries that meet fonts, by their names.
    var libraries: [String: String] { get }

    /// Does a job in a process of its own, under all limits.
    ///
    /// - Parameters:
    ///   - job: The job; never the self-test, which is done by whoever confines the process.
    ///   - font: The descriptor that came with it.
    /// - Returns: The record of the reply.
    func perform(_ job: InspectionJob, font: OwnedFileDescriptor?) -> [UInt8]
}

/// The files that a job may touch: absolute paths, of directories with everything beneath them.
package struct JobFiles: Sendable, Equatable {
    /// To be read.
    package var read: [String]
    /// Directories to make, change and remove files in.
    package var kept: [String]

    /// Creates a list.
    package init(read: [String] = [], kept: [String] = []) {
        self.read = read
        self.kept = kept
    }
}
