import Glibc
import LinuxSystem
import SystemPackage
import Systemd
import TestSupport
import Testing

struct PassedDescriptorTests {
    /// Opens two descriptors with neighbouring numbers, far from those of the test runner.
    private func openPair(at start: Int32) throws {
        for number in start...start + 1 {
            let null = OwnedFileDescriptor(adopting: try retryingInterrupts { open("/dev/null", O_RDONLY) })
            try retryingInterrupts { dup2(null.rawValue, number) }
        }
    }

    @Test func `Descriptors are taken over with their names, closed on exec`() throws {
        try openPair(at: 200)
        let variables = ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "2", "LISTEN_FDNAMES": "inspect.socket"]
        let passed = try PassedDescriptor.takeAll(variable: { variables[$0] }, start: 200)
        #expect(passed.map(\.name) == ["inspect.socket", "unknown"])
        #expect(passed.map(\.descriptor.rawValue) == [200, 201])
        #expect(try FileStatus(of: #require(passed.first).descriptor).kind == .characterDevice)
    }

    @Test(arguments: [
        [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "1", "LISTEN_FDS": "1"],
        ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "0"], ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "many"],
        ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "1000000"],
    ])
    func `Descriptors that were meant for another process are left alone`(_ variables: [String: String]) throws {
        #expect(try PassedDescriptor.takeAll(variable: { variables[$0] }, start: 300).isEmpty)
    }

    @Test func `A descriptor that is announced but not open is an error`() {
        let variables = ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "1"]
        #expect(throws: Errno.badFileDescriptor) {
            try PassedDescriptor.takeAll(variable: { variables[$0] }, start: 400)
        }
    }
}
