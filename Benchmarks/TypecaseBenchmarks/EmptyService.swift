internal import ArgumentParser
internal import DBus
internal import EventLoop
internal import LinuxSystem

/// A service that takes a name and answers nothing but pings: what any service costs that the bus starts for a call.
struct EmptyService: AsyncParsableCommand {
    /// What this program does as this service when it is its argument.
    static let name = "empty-service"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Serve nothing until somebody ends it.", shouldDisplay: false)

    /// The name that the bus starts it for.
    static let busName = "org.typecase.EmptyService"

    func run() async throws {
        let connection = try await BusConnection.open(.session, on: EventLoop(name: "empty-service"))
        try await connection.requestName(Self.busName)
        _ = await connection.waitUntilClosed()
    }
}
