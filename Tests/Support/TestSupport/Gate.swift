internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// A place where threads wait until a test lets them go on.
package final class Gate: Sendable {
    /// A socket that nobody writes to: reading ends when its other end is closed.
    private let reader: OwnedFileDescriptor
    private let writer: Mutex<OwnedFileDescriptor?>
    private let arrivals = Mutex(Arrivals())

    private struct Arrivals {
        var count = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// Makes a gate that is closed.
    ///
    /// - Throws: What the system said.
    package init() throws(Errno) {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts {
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        reader = OwnedFileDescriptor(adopting: ends[0])
        writer = Mutex(OwnedFileDescriptor(adopting: ends[1]))
    }

    /// How many threads have come so far.
    package var arrivalCount: Int { arrivals.withLock { $0.count } }

    /// Waits on the calling thread until the gate is open.
    package func pass() {
        let waiters = arrivals.withLock { arrivals in
            arrivals.count += 1
            defer { arrivals.waiters.removeAll { $0.count <= arrivals.count } }
            return arrivals.waiters.filter { $0.count <= arrivals.count }
        }
        for waiter in waiters { waiter.continuation.resume() }
        var byte: UInt8 = 0
        _ = try? retryingInterrupts { read(reader.rawValue, &byte, 1) }
    }

    /// Lets all threads go on, now and later.
    package func open() { writer.withLock { $0 = nil } }

    /// Waits until so many threads have come.
    package func waitForArrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = arrivals.withLock { arrivals in
                if arrivals.count < count { arrivals.waiters.append((count, continuation)) }
                return arrivals.count >= count
            }
            if isThere { continuation.resume() }
        }
    }
}
