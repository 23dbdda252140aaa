package import InspectionProtocol
package import LinuxSystem

/// The work of a worker, apart from where and under which limits it is done.
package protocol JobPerformer {
    /// Does once what later jobs share, in the zygote, before it is confined and before any font is seen.
    mutating func warmUp()

    /// Prepares for a job in the supervisor, which outlives it.
    ///
    /// - Parameter job: The job that comes next.
    mutating func prepare(for job: InspectionJob)

    /// Does a job in a process of its own, under all limits.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - font: The descriptor that came with it.
    /// - Returns: The record of the reply.
    func perform(_ job: InspectionJob, font: OwnedFileDescriptor?) -> [UInt8]
}
