internal import FetchProtocol
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The program `typecase-fetch`: fetches files one after the other, and reports the progress of each.
package enum FetchProgram {
    /// The descriptor of the connection, as set up by the service manager and by the daemon.
    private static let connectionDescriptor: Int32 = 3

    private static let usage = """
        typecase-fetch fetches fonts for typecased, which starts it by typecase-fetch.socket with a connection.
        usage: typecase-fetch --connected

        """

    /// Runs the program, and ends the process unless there is no work.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit status: 1 if no job arrived, 64 if the program was not started by the daemon.
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
        let connection = FetchConnection(descriptor: OwnedFileDescriptor(adopting: connectionDescriptor))
        do throws(Errno) {
            // Must run while there is only one thread, because only threads that it starts later are confined as well.
            try FetchConfinement.enter()
        } catch {
            connection.send(.failed(FetchFailure(.system, "The program cannot be confined: \(error).")))
            return 1
        }
        do throws(FetchFailure) {
            // The service closes the connection when it no longer needs a file; then there is no more work.
            return serve(connection, with: try CurlLoop(watching: connection.descriptor) { _exit(0) })
        } catch {
            connection.send(.failed(error))
            return 1
        }
    }

    /// Runs the jobs from the connection until there are no more.
    private static func serve(_ connection: FetchConnection, with loop: consuming CurlLoop) -> Int32 {
        var isUsed = false
        while true {
            do throws(FetchConnection.End) {
                let (job, memory) = try connection.receive()
                connection.send(perform(job, into: FetchedFile(memory), in: loop, connection))
                isUsed = true
            } catch {
                // The service closes the connection after it has received its files.
                if isUsed, error == .closed { return 0 }
                report("typecase-fetch: there is no job: \(error)\n")
                return 1
            }
        }
    }

    private static func perform(
        _ job: FetchJob, into file: FetchedFile, in loop: borrowing CurlLoop, _ connection: FetchConnection
    ) -> FetchReport {
        guard case .fetch(let request) = job else { return .selfTest(FetchConfinement.attempts()) }
        let fetcher = Fetcher(request, surroundings: .current, to: file) { progress in
            connection.send(.progress(progress))
        }
        do throws(FetchFailure) {
            return .done(size: try fetcher.run(in: loop))
        } catch {
            return .failed(error)
        }
    }

    private static func report(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }
}
