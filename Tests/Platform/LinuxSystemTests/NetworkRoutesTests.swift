import Testing

@testable import LinuxSystem

/// Tables of routes, with and without a network.
struct NetworkRoutesTests {
    private static let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"

    @Test(
        "Routes of other devices than the loopback lead away",
        arguments: [
            ("eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n", true),
            ("eth0\t00000000\t0102A8C0\t0002\t0\t0\t100\t00000000\t0\t0\t0\n", false),
            ("lo\t0000007F\t00000000\t0001\t0\t0\t0\t000000FF\t0\t0\t0\n", false), ("", false),
        ])
    func fourthVersion(_ line: String, _ leadsAway: Bool) {
        #expect(NetworkRoutes.leadAway(Self.head + line) == leadsAway)
    }

    @Test("Link-local and refusing routes of IPv6 lead nowhere, a global one away")
    func sixthVersion() {
        let none = String(repeating: "0", count: 32)
        func line(_ destination: String, _ flags: String, _ device: String) -> String {
            "\(destination) 40 \(none) 00 \(none) 00000100 00000001 00000000 \(flags)     \(device)\n"
        }
        let local = "fe80" + String(repeating: "0", count: 28)
        let multicast = "ff" + String(repeating: "0", count: 30)
        let global = "2a00" + String(repeating: "0", count: 28)
        let nowhere =
            line(none, "00200200", "lo") + line(local, "00000001", "eth0") + line(multicast, "00000005", "eth0")
        #expect(!NetworkRoutes.leadAway(nowhere))
        #expect(NetworkRoutes.leadAway(nowhere + line(global, "00000001", "eth0")))
        #expect(!NetworkRoutes.leadAway(line(global, "00000201", "eth0")))
    }
}
