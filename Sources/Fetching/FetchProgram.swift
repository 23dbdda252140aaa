internal import FetchProtocol
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

    /// Runs the program.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The exit status: 0, 1 where no request came, 64 where the program was not started by the daemon.
    package static func run(_ arguments: [String]) async -> Int32 {
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
        let request: FetchRequest
        let memory: OwnedFileDescriptor
        do throws(FetchConnection.End) {
            (request, memory) = try connection.receive()
        } catch {
            report("typecase-fetch: there is no request: \(error)\n")
            return 1
        }
        do throws(Errno) {
            // Whoever gives the file up closes the connection, and nothing is left to be done then.
            try NativeThread(name: "typecase-caller") {
                connection.waitForEnd()
                _exit(0)
            }.detach()
        } catch {
            connection.send(.failed(FetchFailure(.system, "There is no thread left: \(error).")))
            return 1
        }
        let fetcher = Fetcher(request, to: FetchedFile(memory)) { connection.send(.progress($0)) }
        do throws(FetchFailure) {
            connection.send(.done(size: try await fetcher.run()))
        } catch {
            connection.send(.failed(error))
        }
        return 0
    }

    private static func report(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }
}
