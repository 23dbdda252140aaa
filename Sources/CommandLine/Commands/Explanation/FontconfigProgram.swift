internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// One of fontconfig's own programs, which gets the same answers as every program that starts now.
struct FontconfigProgram: Sendable {
    /// The threads that wait for such programs.
    static let threads = BlockingThreads(name: "typecase-fontconfig", maximumCount: 1)

    /// The maximum number of bytes that are read from the output of a program.
    private static let maximumOutput = 64 << 20

    /// The name of the program, which is searched for in `PATH`.
    let name: String

    /// Runs the program.
    ///
    /// Blocks the thread, so call it only on a thread that may block.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - variables: Environment variables that are set in addition to those of this process.
    /// - Returns: The output.
    /// - Throws: An error if the program cannot be run, or if it failed.
    func run(_ arguments: [String], setting variables: [String: String]) throws(CommandFailure) -> String {
        let status: Int32
        let text: String
        do throws(Errno) {
            let output = OwnedFileDescriptor(
                adopting: try retryingInterrupts { typecase_memfd_create("typecase-\(name)", typecase_MFD_CLOEXEC) })
            status = try ChildProgram(name, arguments).run(setting: variables, output: output)
            // The output contains paths, which need not be UTF-8.
            text = PathText.text(ofTyped: try output.contents(limit: Self.maximumOutput))
        } catch {
            throw CommandFailure(
                failed: localized("%1 from the package fontconfig cannot be run: %2.", name, "\(error)"))
        }
        if status == 128 + SIGINT || status == 128 + SIGTERM {
            throw CommandFailure(interrupted: localized("%1 was interrupted.", name))
        }
        guard status == 0 else { throw CommandFailure(failed: localized("%1 exited with status %2.", name, status)) }
        return text
    }
}
