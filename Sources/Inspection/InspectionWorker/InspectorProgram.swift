internal import Glibc
internal import InspectionProtocol

/// The program `typecase-inspect`.
package enum InspectorProgram {
    /// Runs the program.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit status: 0; 1 if the worker could not be set up; 64 if the arguments are wrong.
    package static func run(_ arguments: [String]) -> Int32 {
        guard let options = WorkerOptions(arguments: arguments) else {
            StandardError.write(WorkerOptions.usage + "\n")
            return EX_USAGE
        }
        let limits = JobLimits(options.mode)
        switch options.mode {
        case .inspect, .warm, .systemFaces:
            var zygote = Zygote(options, limits: limits, performer: FontJobs(mode: options.mode))
            return zygote.run()
        case .secondOpinion:
            var zygote = Zygote(options, limits: limits, performer: SanitizerJobs())
            return zygote.run()
        case .archive:
            var zygote = Zygote(options, limits: limits, performer: ArchiveJobs())
            return zygote.run()
        case .render:
            var zygote = Zygote(options, limits: limits, performer: DrawingJobs())
            return zygote.run()
        case .icon:
            var zygote = Zygote(options, limits: limits, performer: IconJobs())
            return zygote.run()
        case .convert:
            var zygote = Zygote(options, limits: limits, performer: ConversionJobs())
            return zygote.run()
        }
    }
}

/// Writes to the standard error without the C library's stream.
///
/// That stream is a global variable, which Swift does not allow to be shared.
enum StandardError {
    static func write(_ text: String) { _ = Glibc.write(2, text, text.utf8.count) }
}
