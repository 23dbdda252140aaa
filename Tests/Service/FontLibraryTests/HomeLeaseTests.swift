@testable import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization
import SystemPackage
import TestSupport
import Testing

struct HomeLeaseTests {
    private let scratch: Scratch
    private var path: String { "\(scratch.path)/lease" }

    init() throws { scratch = try Scratch() }

    private func holder(
        _ machine: String, boot: String = "1", name: String? = nil, process: Int32 = 100
    ) -> LeaseHolder {
        let name = name ?? "host-\(machine)"
        return LeaseHolder(
            machine: Machine(identifier: machine, bootIdentifier: boot, hostName: name),
            process: LockHolder(processID: process, host: name, bus: "unix:path=/bus"))
    }

    /// Makes the lease as old as one that its holder did not renew for this long.
    private func age(by duration: Duration) {
        let time = timespec(tv_sec: Glibc.time(nil) - Int(duration.components.seconds), tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    @Test func `a second machine is refused and told who has the home`() throws {
        let lease = try HomeLease(path: path, holder: holder("aa"))
        let failure = #expect(throws: HomeLease.Failure.self) { try HomeLease(path: path, holder: holder("bb")) }
        #expect(failure == .held(holder("aa")))
        #expect(failure?.fontError.code == .readOnly)
        for part in ["process 100", "host-aa", "takes over"] {
            #expect(failure?.fontError.message.contains(part) == true)
        }
        try lease.renew()
        lease.release()
        let next = try HomeLease(path: path, holder: holder("bb"))
        try next.renew()
    }

    @Test func `a machine takes back what it left behind, in this boot or in one before`() throws {
        _ = try HomeLease(path: path, holder: holder("aa"))
        _ = try HomeLease(path: path, holder: holder("aa", process: 200))
        // It crashed a minute ago and has been up for half of one.
        age(by: .seconds(60))
        let lease = try HomeLease(path: path, holder: holder("aa", boot: "2"), uptime: .seconds(30))
        try lease.renew()
    }

    @Test func `a clone that has changed its boot or its name only has to wait like any other machine`() throws {
        let first = try HomeLease(path: path, holder: holder("aa"))
        // The same image, started before the lease was written last: so it is not this machine's from before its boot.
        let clone = holder("aa", boot: "2")
        #expect(throws: HomeLease.Failure.held(holder("aa"))) {
            try HomeLease(path: path, holder: clone, uptime: .seconds(3600))
        }
        // The same memory even, with a name of its own.
        let named = holder("aa", name: "clone")
        for uptime in [Duration.zero, .seconds(3600)] {
            #expect(throws: HomeLease.Failure.held(holder("aa"))) {
                try HomeLease(path: path, holder: named, uptime: uptime)
            }
        }
        try first.renew()
        age(by: HomeLease.expiry + .seconds(30))
        let second = try HomeLease(path: path, holder: named)
        #expect(throws: HomeLease.Failure.held(named)) { try first.renew(beforeChange: true) }
        try second.renew(beforeChange: true)
    }

    @Test func `what has taken its place is seen before the next change, and it is over for good`() throws {
        let lease = try HomeLease(path: path, holder: holder("aa"))
        try lease.renew(beforeChange: true)
        let file = SmallFile(path: path)
        let own = try #require(try file.read())
        try file.replace(with: holder("bb").text)
        #expect(throws: HomeLease.Failure.held(holder("bb"))) { try lease.renew(beforeChange: true) }
        // Another object of the same process has it anew.
        try file.replace(with: own)
        #expect(throws: HomeLease.Failure.held(holder("bb"))) { try lease.renew(beforeChange: true) }
        #expect(throws: HomeLease.Failure.held(holder("bb"))) { try lease.renew() }
        try file.remove()
        let released = try HomeLease(path: path, holder: holder("aa"))
        released.release()
        #expect(throws: HomeLease.Failure.over) { try released.renew(beforeChange: true) }
        #expect(try file.read() == nil)
    }

    @Test func `one that somebody removed is written anew before the next change`() throws {
        let lease = try HomeLease(path: path, holder: holder("aa"))
        try SmallFile(path: path).remove()
        try lease.renew(beforeChange: true)
        #expect(try SmallFile(path: path).read() == holder("aa").text)
    }

    @Test func `a lease that was not renewed for long is void`() throws {
        let first = try HomeLease(path: path, holder: holder("aa"))
        age(by: HomeLease.expiry - .seconds(30))
        #expect(throws: HomeLease.Failure.held(holder("aa"))) { try HomeLease(path: path, holder: holder("bb")) }
        age(by: HomeLease.expiry + .seconds(30))
        let second = try HomeLease(path: path, holder: holder("bb"))
        // The first machine wakes up.
        #expect(throws: HomeLease.Failure.held(holder("bb"))) { try first.renew() }
        first.release()
        try second.renew()
    }

    @Test func `of machines that start at once one has the home`() async throws {
        let path = path
        let count = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                let holder = holder("m\(number)")
                group.addTask { (try? HomeLease(path: path, holder: holder)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
    }

    @Test func `machines that look at one void lease at once are not in each other's way`() async throws {
        _ = try HomeLease(path: path, holder: holder("aa"))
        age(by: HomeLease.expiry + .seconds(30))
        let start = try Gate()
        let failures = Mutex<[HomeLease.Failure?]>([])
        // Threads of their own, which look at the same moment; the pool of tasks may have but one.
        let threads = try (0..<16).map { number in
            let (path, holder) = (path, holder("m\(number)"))
            return try NativeThread(name: "machine-\(number)") {
                start.pass()
                do throws(HomeLease.Failure) {
                    _ = try HomeLease(path: path, holder: holder)
                    failures.withLock { $0.append(nil) }
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
        }
        await start.waitForArrivals(16)
        start.open()
        for thread in threads { thread.join() }
        let found = failures.withLock { $0 }
        #expect(found.count == 16)
        #expect(found.count { $0 == nil } == 1, "one has it")
        for failure in found.compactMap({ $0 }) {
            guard case .held = failure else {
                Issue.record("\(failure)")
                continue
            }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
        #expect(left == ["home", "lease"], "no probe is left")
    }

    @Test func `machines without an identifier are told apart by name`() throws {
        func nameless(_ name: String) -> LeaseHolder {
            LeaseHolder(
                machine: Machine(identifier: "", bootIdentifier: "1", hostName: name),
                process: LockHolder(processID: 1, host: name, bus: nil))
        }
        _ = try HomeLease(path: path, holder: nameless("desk"))
        _ = try HomeLease(path: path, holder: nameless("desk"))
        #expect(throws: HomeLease.Failure.self) { try HomeLease(path: path, holder: nameless("shelf")) }
    }

    @Test func `a lease that nobody can write is an error that says so`() {
        let failure = #expect(throws: HomeLease.Failure.self) {
            try HomeLease(path: "\(scratch.path)/none/lease", holder: holder("aa"))
        }
        #expect(failure == .system(.noSuchFileOrDirectory))
    }
}
