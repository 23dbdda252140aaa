internal import CLinux
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A file in memory that can be appended to and is then sealed.
package final class MemoryFile: Sendable {
    private struct State {
        var size = 0
        var failure: SealedMemory.Failure?
    }

    private let memory: OwnedFileDescriptor
    private let limit: Int
    private let state = Mutex(State())

    /// Creates an empty file.
    ///
    /// - Parameters:
    ///   - name: The name of the file, as `/proc` shows it.
    ///   - limit: The maximum size of the file in bytes.
    /// - Throws: The system's error, if there is no memory.
    package init(name: String, limit: Int) throws(SealedMemory.Failure) {
        memory = try SealedMemory.make(name: name)
        self.limit = limit
    }

    /// The number of bytes so far.
    package var size: Int { state.withLock { $0.size } }

    /// The error that prevented adding bytes; nil if there was none.
    package var failure: SealedMemory.Failure? { state.withLock { $0.failure } }

    /// Appends bytes.
    ///
    /// - Throws: ``SealedMemory/Failure/tooLarge(limit:)``, or the system's error; ``failure`` stores the error.
    package func append(_ bytes: RawSpan) throws(SealedMemory.Failure) {
        let failure = state.withLock { state -> SealedMemory.Failure? in
            if state.failure == nil { state.failure = write(bytes, at: state.size) }
            if state.failure == nil { state.size += bytes.byteCount }
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Appends bytes, in the same way as the method for a `RawSpan`.
    package func append(_ bytes: [UInt8]) throws(SealedMemory.Failure) { try append(bytes.span.bytes) }

    private func write(_ bytes: RawSpan, at offset: Int) -> SealedMemory.Failure? {
        guard offset + bytes.byteCount <= limit else { return .tooLarge(limit: limit) }
        return bytes.withUnsafeBytes { content in
            do throws(Errno) {
                // Written at explicit offsets, so that the file's own offset stays at the start.
                var done = 0
                while done < content.count {
                    done += try retryingInterrupts {
                        pwrite(
                            memory.rawValue, content.baseAddress.map { $0 + done }, content.count - done, offset + done)
                    }
                }
                return nil
            } catch {
                return .system(error)
            }
        }
    }

    /// Seals the file, so that nobody can change it any more.
    ///
    /// - Returns: A descriptor of the file, positioned at its start.
    /// - Throws: The system's error.
    package func seal() throws(SealedMemory.Failure) -> OwnedFileDescriptor {
        try SealedMemory.makeUnchangeable(memory)
        return memory
    }
}
