internal import CLinux
internal import Glibc
package import SystemPackage

/// A native thread, for work that must not occupy Swift's cooperative pool.
package struct NativeThread: Sendable {
    private let handle: pthread_t

    /// Creates and starts a thread, which must be joined or detached exactly once.
    ///
    /// - Parameters:
    ///   - name: The name of the thread, as debuggers show it, cut to 15 bytes.
    ///   - body: The closure that the thread runs; the thread ends when it returns.
    /// - Throws: The system's error, if it has no thread left.
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

    /// Waits for the thread to end and releases it.
    package func join() {
        _ = pthread_join(handle, nil)
    }

    /// Detaches the thread, so that it is released when it ends.
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

/// The function that the C library calls on the new thread.
///
/// It is a separate function, so that no isolation of a caller is asserted on the new thread.
private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    // The kernel keeps 15 bytes and ignores the rest. Only the name can be wrong, so the result is not checked.
    start.name.withCString {
        _ = typecase_prctl(PR_SET_NAME, UInt(bitPattern: $0), 0, 0, 0)
    }
    start.body()
    return nil
}
