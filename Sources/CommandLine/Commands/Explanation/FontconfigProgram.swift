internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// One of fontconfig's own programs, which tells what every program that starts now is told.
struct FontconfigProgram: Sendable {
    /// The threads that wait for such programs.
    static let threads = BlockingThreads(name: "typecase-fontconfig", maximumCount: 1)

    /// The most bytes that are read of what one says.
    private static let maximumOutput = 64 << 20

    /// Its name, looked for in `PATH`.
    let name: String

    /// Runs the program.
    ///
    /// Blocks, so it belongs on a thread that may.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - variables: The environment to run it in, besides that of this process.
    /// - Returns: What it says.
    /// - Throws: That it is not there, or that it failed.
    func run(_ arguments: [String], setting variables: [String: String]) throws(CommandFailure) -> String {
        let status: Int32
        let text: String
        do throws(Errno) {
            let output = OwnedFileDescriptor(
                adopting: try retryingInterrupts { typecase_memfd_create("typecase-\(name)", typecase_MFD_CLOEXEC) })
            status = try ChildProgram(name, arguments).run(setting: variables, output: output)
            // It tells paths, which need not be UTF-8.
            text = PathText.text(ofTyped: try output.contents(limit: Self.maximumOutput))
        } catch {
            throw CommandFailure(
                failed: localized("%1, of the package fontconfig, cannot be run: %2.", name, "\(error)"))
        }
        if status == 128 + SIGINT || status == 128 + SIGTERM {
            throw CommandFailure(interrupted: localized("%1 was interrupted.", name))
        }
        guard status == 0 else { throw CommandFailure(failed: localized("%1 ended with status %2.", name, status)) }
        return text
    }
}
