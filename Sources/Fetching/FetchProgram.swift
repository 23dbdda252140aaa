internal import FetchProtocol
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The program `typecase-fetch`: fetches one file, tells how far it is, and ends.
package enum FetchProgram {
    /// The descriptor on which the program finds its connection, as the service manager and the daemon put it.
    private static let connectionDescriptor: Int32 = 3

    private static let usage = """
        typecase-fetch fetches one font for typecased, which starts it by typecase-fetch.socket with a connection.
        usage: typecase-fetch --connected

        """

    /// Runs the program, and ends the process unless there is nothing to do.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit status: 1 where no job came, 64 where the program was not started by the daemon.
    package static func run(_ arguments: [String]) -> Int32 {
        var type: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard arguments == ["--connected"],
            getsockopt(connectionDescriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0
        else {
            report(usage)
            return EX_USAGE
        }
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let connection = FetchConnection(descriptor: OwnedFileDescriptor(adopting: connectionDescriptor))
        do throws(Errno) {
            // While there is one thread: only what it starts is held to it.
            try FetchConfinement.enter(environment)
        } catch {
            connection.send(.failed(FetchFailure(.system, "The program cannot be confined: \(error).")))
            return 1
        }
        let job: FetchJob
        let memory: OwnedFileDescriptor
        do throws(FetchConnection.End) {
            (job, memory) = try connection.receive()
        } catch {
            report("typecase-fetch: there is no job: \(error)\n")
            return 1
        }
        Task {
            connection.send(await perform(job, into: memory, environment) { connection.send(.progress($0)) })
            exit(0)
        }
        // Whoever gives the file up closes the connection, and nothing is left to be done then.
        connection.waitForEnd()
        _exit(0)
    }

    /// Does a job, on whatever thread.
    private static func perform(
        _ job: FetchJob, into memory: OwnedFileDescriptor, _ environment: [String: String],
        onProgress: @escaping @Sendable (FetchProgress) -> Void
    ) async -> FetchReport {
        guard case .fetch(let request) = job else { return .selfTest(FetchConfinement.attempts()) }
        do throws(FetchFailure) {
            if !request.allowsLocalNetwork { try LocalNetwork.refuse(environment) }
            return .done(size: try await Fetcher(request, to: FetchedFile(memory), onProgress: onProgress).run())
        } catch {
            return .failed(error)
        }
    }

    private static func report(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }
}
