package import BusInterface
package import DBus
internal import EventLoop
internal import Localization

/// A connection to the bus for the duration of one command.
package struct CommandSession: Sendable {
    /// The connection.
    package let connection: BusConnection
    /// The interface of the service for applications.
    package let fonts: FontManager1Client
    /// The interface of the service for its user.
    package let management: Management1Client

    /// The timeout of calls that change fonts.
    package static let changeTimeout = MessageLimits.changeTimeout

    /// The options of every change.
    ///
    /// All changes of one command are a single entry of the history, because they use one connection.
    package static let changeOptions = ["operation": BusVariant("command")]

    /// Connects, runs a body, and disconnects.
    ///
    /// - Parameters:
    ///   - address: The bus.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or why there is no connection.
    package static func run<Result: Sendable>(
        on address: BusAddress, _ body: (CommandSession) async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        let loop: EventLoop
        do {
            loop = try EventLoop(name: "typecase-bus")
        } catch {
            throw CommandFailure(failed: localized("Cannot start the event loop: %1.", "\(error)"))
        }
        let connection: BusConnection
        do {
            connection = try await BusConnection.open(address, on: loop)
        } catch {
            await loop.stop()
            if error.code == .cancelled { throw CommandFailure(error) }
            let words = error.localizedMessage
            let reason = [".", "。"].contains(where: words.hasSuffix) ? words : words + "."
            throw CommandFailure(
                .unreachable, name: error.name,
                message: localized(
                    """
                    The session bus cannot be reached: %1 Run the command within a login session, where \
                    DBUS_SESSION_BUS_ADDRESS contains the address of the bus.
                    """, reason))
        }
        let session = CommandSession(
            connection: connection, fonts: FontManager1Client(connection), management: Management1Client(connection))
        let result: Swift.Result<Result, CommandFailure>
        do throws(CommandFailure) {
            result = .success(try await body(session))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        await loop.stop()
        return try result.get()
    }
}

/// Runs a call, and turns its error into a failure of the command.
///
/// - Parameters:
///   - item: What the call is about.
///   - body: The call.
/// - Returns: What the call returns.
/// - Throws: The failure.
package func calling<Result>(
    about item: String = "", _ body: () async throws(BusError) -> Result
) async throws(CommandFailure) -> Result {
    do throws(BusError) {
        return try await body()
    } catch {
        throw CommandFailure(error, item: item)
    }
}
