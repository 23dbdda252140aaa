internal import Glibc
internal import InspectionProtocol
internal import SandboxedWorker

/// The program `typecase-convert`.
package enum ConverterProgram {
    /// Runs the program.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit status: 0; 1 if the worker could not be set up; 64 if the arguments are wrong.
    package static func run(_ arguments: [String]) -> Int32 {
        guard let options = WorkerOptions(arguments: arguments, of: .converter) else {
            StandardError.write(WorkerOptions.usage(of: .converter) + "\n")
            return EX_USAGE
        }
        return switch options.mode {
        case .archive: run(options, ArchiveJobs())
        case .icon: run(options, IconJobs())
        case .render: run(options, DrawingJobs())
        default: run(options, ConversionJobs())
        }
    }

    private static func run(_ options: WorkerOptions, _ performer: some JobPerformer) -> Int32 {
        var zygote = Zygote(options, limits: JobLimits(options.mode), performer: performer)
        return zygote.run()
    }
}
