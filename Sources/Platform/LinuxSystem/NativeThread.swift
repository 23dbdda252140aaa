internal import CLinux
internal import Glibc
package import SystemPackage

/// A thread of the system's own, for work that must not occupy Swift's cooperative pool.
package struct NativeThread: Sendable {
    private let handle: pthread_t

    /// Starts a thread, which has to be joined or detached once.
    ///
    /// - Parameters:
    ///   - name: What debuggers call it, cut to 15 bytes.
    ///   - body: What the thread does; it ends when that returns.
    /// - Throws: What the system said where it has no thread left.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
        var handle = pthread_t()
        let status = pthread_create(&handle, nil, runThread, start.toOpaque())
        guard status == 0 else {
            start.release()
            throw Errno(rawValue: status)
        }
        self.handle = handle
    }

    /// Waits for the thread's end and lets go of it.
    package func join() {
        _ = pthread_join(handle, nil)
    }

    /// Lets the thread clean up after itself.
    package func detach() {
        _ = pthread_detach(handle)
    }
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

/// What the C library calls on the new thread: a function of its own, so that no isolation of a caller is asserted
/// there.
private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    // The kernel keeps 15 bytes and ignores the rest. A name is all that can go wrong, so nobody looks at the result.
    start.name.withCString {
        _ = typecase_prctl(PR_SET_NAME, UInt(bitPattern: $0), 0, 0, 0)
    }
    start.body()
    return nil
}
