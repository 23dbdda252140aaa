import Glibc
import TestSupport
import Testing

/// Tests that run on each kind of bus run on those that are there: these tell which.
@Suite struct PrivateBusTests {
    @Test("Each kind of bus is installed, as `make test` sees to", arguments: PrivateBus.Kind.allCases)
    func isInstalled(kind: PrivateBus.Kind) {
        #expect(access(kind.program, X_OK) == 0, "\(kind.program) is missing: nothing is tested on it")
    }

    @Test(
        "dbus-broker runs here, and every test of a bus on it",
        .enabled(
            if: PrivateBus.Kind.available.contains(.broker), "an unprivileged user may make the namespaces it needs"))
    func runs() throws {
        for kind in PrivateBus.Kind.allCases {
            let bus = try PrivateBus(kind)
            #expect(bus.address.hasPrefix("unix:"))
        }
    }
}
