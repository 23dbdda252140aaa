internal import FontModel
internal import BusInterface
internal import CLinux
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// The process of a running service, identified by a process descriptor.
///
/// The service may exit at any time, and another program may then get its process ID.
struct ServiceProcess {
    private let descriptor: OwnedFileDescriptor

    /// How long the service may take to end.
    private static let endingTimeout = Duration.seconds(30)

    /// Finds the running service without starting it.
    ///
    /// - Parameter address: The bus.
    /// - Returns: Its process; `nil` if none runs there, or if there is no bus. The lock reveals any other service.
    static func running(on address: BusAddress) async -> ServiceProcess? {
        try? await CommandSession.run(on: address) { session throws(CommandFailure) in
            try await calling { () throws(BusError) in try await running(over: session.connection) }
        }
    }

    private static func running(over connection: BusConnection) async throws(BusError) -> ServiceProcess? {
        let name = Management1Names.busName
        guard let owner = try await connection.owner(of: name) else { return nil }
        let credentials: BusCredentials
        do throws(BusError) {
            credentials = try await connection.credentials(of: owner)
        } catch  where error.code == .nameHasNoOwner {
            return nil
        }
        if let descriptor = credentials.processDescriptor { return ServiceProcess(descriptor: descriptor) }
        let number = typecase_pidfd_open(credentials.processID)
        guard number >= 0 else { return nil }
        let descriptor = OwnedFileDescriptor(adopting: number)
        // A process that is still on the bus has not ended, so its ID cannot belong to another process.
        guard try await connection.owner(of: name) == owner else { return nil }
        return ServiceProcess(descriptor: descriptor)
    }

    /// Asks the service to end, as the service manager would, and waits until its process has ended.
    ///
    /// Its bus names are released some time before its lock.
    ///
    /// - Throws: An error if the service does not end.
    func end() async throws(CommandFailure) {
        guard typecase_pidfd_send_signal(descriptor.rawValue, SIGTERM) == 0 else { return }
        let limit = Int32(Self.endingTimeout.components.seconds * 1000)
        let hasEnded = try? await BlockingThreads(name: "typecase-ending", maximumCount: 1).run {
            try retryingInterrupts { typecase_poll(descriptor.rawValue, Int16(POLLIN), limit) } > 0
        }
        guard hasEnded == true else {
            throw CommandFailure(.failure, code: .busy, localized("The font service did not stop; nothing was moved."))
        }
    }
}
