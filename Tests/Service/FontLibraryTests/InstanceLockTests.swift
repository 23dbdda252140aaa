@testable import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import SystemPackage
import Testing

struct InstanceLockTests {
    @Test func `a second lock is refused and names the process that has the first`() throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/state/typecase/lock"
        let bus = "unix:path=/run/user/7/bus"
        let lock = try InstanceLock(path: path, holder: .current(bus: "\(bus),guid=0123"))
        let failure = #expect(throws: InstanceLock.Failure.self) { _ = try InstanceLock(path: path) }
        guard case .held(let holder) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(holder.processID == getpid())
        #expect(holder.host != nil)
        #expect(holder.bus == bus)
        #expect(failure?.fontError.code == .readOnly)
        for part in ["process \(getpid())", bus, "stop that process"] {
            #expect(failure?.fontError.message.contains(part) == true)
        }
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock that was let go can be taken again`() throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        for _ in 0..<3 {
            let lock = try InstanceLock(path: path)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `a lock that was given back is free while a process that starts has the file still`() throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        let lock = try InstanceLock(path: path)
        // What a child has of it until it is another program.
        let copies = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
            .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
            .map { dup($0) }
        defer { for copy in copies { close(copy) } }
        try #require(!copies.isEmpty)
        lock.release()
        let next = try InstanceLock(path: path)
        withExtendedLifetime(next) {}
    }

    @Test func `another process is refused while this one has the lock`() async throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        let lock = try InstanceLock(path: path)
        let owner = getpid()
        await #expect(processExitsWith: .exitCode(7)) { [path = path as String, owner = owner as Int32] in
            do {
                _ = try InstanceLock(path: path)
                exit(1)
            } catch InstanceLock.Failure.held(let holder) {
                exit(holder.processID == owner ? 7 : 2)
            }
        }
        withExtendedLifetime(lock) {}
    }

    @Test func `a process that is killed leaves no lock behind`() async throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let lock = try InstanceLock(path: path)
            withExtendedLifetime(lock) { _ = kill(getpid(), SIGKILL) }
        }
        _ = try InstanceLock(path: path)
    }

    @Test(arguments: [Errno.noLocks, .notSupported, .noFunction])
    func `a file system without locks is told as such`(errno: Errno) {
        let failure = InstanceLock.Failure(locking: errno, holder: .current())
        #expect(failure == .unsupported)
        #expect(failure.fontError.code == .readOnly)
        for part in ["without locks", "both XDG_DATA_HOME and XDG_STATE_HOME"] {
            #expect(failure.fontError.message.contains(part))
        }
    }

    @Test func `garbage in the lock file names nobody`() throws {
        let scratch = try Scratch()
        try scratch.write("12\u{1B}[31m x\u{7}y zz", to: "lock")
        let failure = InstanceLock.Failure(
            locking: .permissionDenied, holder: LockHolder(text: "12\u{1B}[31m x\u{7}y zz"))
        #expect(failure == .held(LockHolder(processID: nil, host: nil, bus: "zz")))
        _ = try InstanceLock(path: "\(scratch.path)/lock")
        let text = try #require(FileManager.default.contents(atPath: "\(scratch.path)/lock"))
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("\(getpid()) "))
    }

    @Test func `whether somebody has the lock can be told without taking it`() throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        #expect(!InstanceLock.isHeld(path: path))
        #expect(!FileManager.default.fileExists(atPath: path))
        do {
            let lock = try InstanceLock(path: path)
            #expect(InstanceLock.isHeld(path: path))
            withExtendedLifetime(lock) {}
        }
        #expect(!InstanceLock.isHeld(path: path))
    }

    @Test(arguments: [
        LockHolder(processID: 12, host: "desk", bus: "unix:path=/run/user/7/bus"),
        LockHolder(processID: nil, host: nil, bus: nil), LockHolder(processID: 12, host: nil, bus: "unix:path=/x"),
    ])
    func `a holder is read as it wrote itself`(holder: LockHolder) {
        #expect(LockHolder(text: holder.text) == holder)
    }

    @Test(arguments: ["", "\n\n", "-", "a b c d e", "12 \u{202E}x unix:\u{1B}"])
    func `a holder that wrote anything else is no more than unknown`(text: String) {
        let holder = LockHolder(text: text)
        #expect("\(holder)".utf8.allSatisfy { $0 >= 32 && $0 < 127 })
    }

    @Test func `a lock knows its file under each name`() throws {
        let scratch = try Scratch()
        let lock = try InstanceLock(path: "\(scratch.path)/first/lock")
        try #require(symlink("\(scratch.path)/first", "\(scratch.path)/second") == 0)
        try scratch.write("", to: "lock")
        #expect(lock.isLock(at: "\(scratch.path)/second/lock"))
        #expect(!lock.isLock(at: "\(scratch.path)/lock"))
        #expect(!lock.isLock(at: "\(scratch.path)/none/lock"))
        lock.release()
        #expect(!lock.isLock(at: "\(scratch.path)/first/lock"))
    }

    @Test func `a directory in the lock file's place is a plain error`() throws {
        let scratch = try Scratch()
        try scratch.makeDirectory("lock")
        #expect(throws: InstanceLock.Failure.system(.isDirectory)) {
            _ = try InstanceLock(path: "\(scratch.path)/lock")
        }
    }
}
