internal import FetchProtocol
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The program `typecase-fetch`: fetches files one after the other, and tells how far each is.
package enum FetchProgram {
    /// The descriptor on which the program finds its connection, as the service manager and the daemon put it.
    private static let connectionDescriptor: Int32 = 3

    private static let usage = """
        typecase-fetch fetches fonts for typecased, which starts it by typecase-fetch.socket with a connection.
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
        let connection = FetchConnection(descriptor: OwnedFileDescriptor(adopting: connectionDescriptor))
        do throws(Errno) {
            // While there is one thread: only what it starts is held to it.
            try FetchConfinement.enter()
        } catch {
            connection.send(.failed(FetchFailure(.system, "The program cannot be confined: \(error).")))
            return 1
        }
        do throws(FetchFailure) {
            // The service closes the connection when it does not want a file any more; nothing is left to do then.
            return serve(connection, with: try CurlLoop(watching: connection.descriptor) { _exit(0) })
        } catch {
            connection.send(.failed(error))
            return 1
        }
    }

    /// Does what comes by the connection, until nothing does.
    private static func serve(_ connection: FetchConnection, with loop: consuming CurlLoop) -> Int32 {
        var isUsed = false
        while true {
            do throws(FetchConnection.End) {
                let (job, memory) = try connection.receive()
                connection.send(perform(job, into: FetchedFile(memory), in: loop, connection))
                isUsed = true
            } catch {
                // Who has had its files closes the connection.
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
