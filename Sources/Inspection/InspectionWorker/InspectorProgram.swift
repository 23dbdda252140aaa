internal import Glibc
internal import InspectionProtocol
internal import SandboxedWorker

/// The program `typecase-inspect`.
package enum InspectorProgram {
    /// Runs the program.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit status: 0; 1 if the worker could not be set up; 64 if the arguments are wrong.
    package static func run(_ arguments: [String]) -> Int32 {
        guard let options = WorkerOptions(arguments: arguments, of: .inspector) else {
            StandardError.write(WorkerOptions.usage(of: .inspector) + "\n")
            return EX_USAGE
        }
        let limits = JobLimits(options.mode)
        if options.mode == .secondOpinion {
            var zygote = Zygote(options, limits: limits, performer: SanitizerJobs())
            return zygote.run()
        }
        var zygote = Zygote(options, limits: limits, performer: FontJobs(mode: options.mode))
        return zygote.run()
    }
}
