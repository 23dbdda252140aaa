import Glibc
import Systemd
import TestSupport
import Testing

struct ServiceNotifierTests {
    @Test(arguments: [false, true]) func `Each message reaches the service manager`(_ abstract: Bool) throws {
        let receiver = try DatagramReceiver(abstract: abstract)
        let notifier = ServiceNotifier { $0 == "NOTIFY_SOCKET" ? receiver.path : nil }
        notifier.ready(status: "12 fonts")
        notifier.status("one line\nREADY=0")
        #expect(notifier.keepAlive())
        notifier.extendTimeout(by: .milliseconds(1500))
        notifier.stopping()
        #expect(receiver.next() == "READY=1\nSTATUS=12 fonts")
        #expect(receiver.next() == "STATUS=one line\\u{A}READY=0")
        #expect(receiver.next() == "WATCHDOG=1")
        #expect(receiver.next() == "EXTEND_TIMEOUT_USEC=1500000")
        #expect(receiver.next() == "STOPPING=1")
        #expect(receiver.next() == nil)
        #expect(notifier.isSupervised)
    }

    @Test(arguments: [nil, "", "relative", "/nonexistent/socket", "/" + String(repeating: "x", count: 200)])
    func `Where nobody listens nothing happens`(_ path: String?) {
        let notifier = ServiceNotifier { $0 == "NOTIFY_SOCKET" ? path : nil }
        notifier.ready()
        #expect(notifier.keepAlive())
        notifier.stopping()
    }

    @Test func `A service manager that is behind does not hold up who says that it is alive`() throws {
        let receiver = try DatagramReceiver()
        let notifier = ServiceNotifier { $0 == "NOTIFY_SOCKET" ? receiver.path : nil }
        // Far more than a socket's queue holds; a call that waited would never return, since nobody reads meanwhile.
        #expect((0..<10_000).contains { _ in !notifier.keepAlive() })
        #expect(receiver.next() == "WATCHDOG=1")
    }

    @Test(arguments: [
        ("30000000", nil, Duration.seconds(30)), ("30000000", String(getpid()), .seconds(30)),
        ("30000000", "1", nil), ("0", nil, nil), ("-5", nil, nil), ("soon", nil, nil), (nil, nil, nil),
    ])
    func `The watchdog's interval counts for the process that it watches`(
        _ time: String?, _ process: String?, _ expected: Duration?
    ) {
        let notifier = ServiceNotifier { ["WATCHDOG_USEC": time, "WATCHDOG_PID": process][$0] ?? nil }
        #expect(notifier.watchdogInterval == expected)
    }
}
