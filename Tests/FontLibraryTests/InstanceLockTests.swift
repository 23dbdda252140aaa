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
        let lock = try InstanceLock(path: path)
        let failure = #expect(throws: InstanceLock.Failure.self) { _ = try InstanceLock(path: path) }
        guard case .held(let processID, let host) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(processID == getpid())
        #expect(host != nil)
        #expect(failure?.fontError.code == .readOnly)
        #expect(failure?.fontError.message.contains("\(getpid())") == true)
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

    @Test func `another process is refused while this one has the lock`() async throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        let lock = try InstanceLock(path: path)
        let owner = getpid()
        await #expect(processExitsWith: .exitCode(7)) { [path = path as String, owner = owner as Int32] in
            do {
                _ = try InstanceLock(path: path)
                exit(1)
            } catch InstanceLock.Failure.held(let processID, _) {
                exit(processID == owner ? 7 : 2)
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
        let failure = InstanceLock.Failure(locking: errno, holder: (nil, nil))
        #expect(failure == .unsupported)
        #expect(failure.fontError.code == .readOnly)
        #expect(failure.fontError.message.contains("without locks"))
    }

    @Test func `garbage in the lock file names nobody`() throws {
        let scratch = try Scratch()
        try scratch.write("12\u{1B}[31m x\u{7}y zz", to: "lock")
        let failure = InstanceLock.Failure(locking: .permissionDenied, holder: (nil, nil))
        #expect(failure == .held(processID: nil, host: nil))
        _ = try InstanceLock(path: "\(scratch.path)/lock")
        let text = try #require(FileManager.default.contents(atPath: "\(scratch.path)/lock"))
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("\(getpid()) "))
    }

    @Test func `a directory in the lock file's place is a plain error`() throws {
        let scratch = try Scratch()
        try scratch.makeDirectory("lock")
        #expect(throws: InstanceLock.Failure.system(.isDirectory)) {
            _ = try InstanceLock(path: "\(scratch.path)/lock")
        }
    }
}
