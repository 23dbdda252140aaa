import Glibc
import LinuxSystem
import SystemPackage
import Systemd
import TestSupport
import Testing

struct PassedDescriptorTests {
    /// The first of the two highest numbers that a descriptor can have.
    ///
    /// The system gives out the lowest that is free, so no other test of this process gets these.
    private static var highestPair: Int32 {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int32(clamping: limit.rlim_cur) - 2
    }

    /// Opens two descriptors with neighbouring numbers.
    private func openPair(at start: Int32) throws {
        for number in start...start + 1 {
            let null = OwnedFileDescriptor(adopting: try retryingInterrupts { open("/dev/null", O_RDONLY) })
            try retryingInterrupts { dup2(null.rawValue, number) }
        }
    }

    @Test func `Descriptors are taken over with their names, closed on exec`() throws {
        let start = Self.highestPair
        try openPair(at: start)
        let variables = ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "2", "LISTEN_FDNAMES": "inspect.socket"]
        let passed = try PassedDescriptor.takeAll(variable: { variables[$0] }, start: start)
        #expect(passed.map(\.name) == ["inspect.socket", "unknown"])
        #expect(passed.map(\.descriptor.rawValue) == [start, start + 1])
        #expect(try FileStatus(of: #require(passed.first).descriptor).kind == .characterDevice)
    }

    @Test(arguments: [
        [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "1", "LISTEN_FDS": "1"],
        ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "0"], ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "many"],
        ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "1000000"],
    ])
    func `Descriptors that were meant for another process are left alone`(_ variables: [String: String]) throws {
        #expect(try PassedDescriptor.takeAll(variable: { variables[$0] }, start: Self.highestPair).isEmpty)
    }

    @Test func `A descriptor that is announced but not open is an error`() {
        let variables = ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "1"]
        #expect(throws: Errno.badFileDescriptor) {
            // Beyond the limit nothing can be open.
            try PassedDescriptor.takeAll(variable: { variables[$0] }, start: Self.highestPair + 2)
        }
    }
}
