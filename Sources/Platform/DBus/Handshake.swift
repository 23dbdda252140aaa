internal import EventLoop

/// The first exchange with a bus, which gives the connection its name.
///
/// Only used on the loop.
///
/// `dbus_bus_register` would wait for the answer and block everything else on the loop.
final class Handshake {
    typealias Continuation = CheckedContinuation<Result<BusConnection, BusError>, Never>

    private let transport: BusTransport
    private let limits: BusLimits
    private var continuation: Continuation?
    private var timer: EventTimer?
    private var serial: UInt32 = 0

    private init(_ transport: BusTransport, _ limits: BusLimits, _ continuation: Continuation) {
        self.transport = transport
        self.limits = limits
        self.continuation = continuation
    }

    /// Connects to an address and calls the bus's `Hello` method.
    ///
    /// Must be called on the loop.
    static func start(with address: String, on loop: EventLoop, limits: BusLimits, _ continuation: Continuation) {
        do throws(BusError) {
            let transport = try BusTransport(address: address, on: loop, limits: limits)
            // The object is retained by the transport's handler, until the connection replaces that handler.
            Handshake(transport, limits, continuation).sayHello()
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }

    private func sayHello() {
        transport.onMessage = { [self] message in receive(message) }
        timer = transport.loop.addTimer(after: BusConnection.defaultTimeout) { [weak self] in
            self?.fail(.timedOut(BusConnection.defaultTimeout))
        }
        do throws(BusError) {
            serial = try transport.send(
                try BusMessage(
                    destination: BusNames.bus, path: "/org/freedesktop/DBus", interface: BusNames.bus, member: "Hello"))
        } catch {
            fail(error)
        }
    }

    private func receive(_ message: borrowing BusMessage) {
        switch message.kind {
        case .methodReturn where message.replySerial == serial:
            var reader = MessageReader(limits: limits)
            guard let values = try? reader.read(message), case .string(let name)? = values.first else {
                fail(.failed("The bus answered Hello without a name."))
                return
            }
            timer?.cancel()
            continuation?.resume(
                returning: .success(BusConnection(transport: transport, uniqueName: name, limits: limits)))
            continuation = nil
        case .error where message.replySerial == serial:
            fail(
                BusError(
                    name: message.errorName ?? BusError.Code.failed.rawValue,
                    message: MessageReader.errorMessage(of: message)))
        case .signal where message.member == "Disconnected":
            // The bus refused the credentials, or the peer is not a bus.
            fail(.disconnected)
        default:
            break
        }
    }

    private func fail(_ error: BusError) {
        timer?.cancel()
        transport.close()
        continuation?.resume(returning: .failure(error))
        continuation = nil
    }
}
