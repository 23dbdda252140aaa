internal import CLinux
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A file in memory that grows, and is handed out when nobody can change it any more.
package final class MemoryFile: Sendable {
    private struct State {
        var size = 0
        var failure: SealedMemory.Failure?
    }

    private let memory: OwnedFileDescriptor
    private let limit: Int
    private let state = Mutex(State())

    /// Makes an empty file.
    ///
    /// - Parameters:
    ///   - name: What `/proc` shows for it.
    ///   - limit: The most bytes that it may have.
    /// - Throws: What the system said where there is no memory for it.
    package init(name: String, limit: Int) throws(SealedMemory.Failure) {
        memory = try SealedMemory.make(name: name)
        self.limit = limit
    }

    /// The number of bytes so far.
    package var size: Int { state.withLock { $0.size } }

    /// Why bytes could not be added, if so.
    package var failure: SealedMemory.Failure? { state.withLock { $0.failure } }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``SealedMemory/Failure/tooLarge(limit:)``, or what the system said; ``failure`` keeps it.
    package func append(_ bytes: RawSpan) throws(SealedMemory.Failure) {
        let failure = state.withLock { state -> SealedMemory.Failure? in
            if state.failure == nil { state.failure = write(bytes, at: state.size) }
            if state.failure == nil { state.size += bytes.byteCount }
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Adds bytes at the end, as the other does.
    package func append(_ bytes: [UInt8]) throws(SealedMemory.Failure) { try append(bytes.span.bytes) }

    private func write(_ bytes: RawSpan, at offset: Int) -> SealedMemory.Failure? {
        guard offset + bytes.byteCount <= limit else { return .tooLarge(limit: limit) }
        return bytes.withUnsafeBytes { content in
            do throws(Errno) {
                // At a place, so that the file stays positioned at its start.
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

    /// Lets nobody change the file any more.
    ///
    /// - Returns: A descriptor of it, positioned at its start.
    /// - Throws: What the system said.
    package func seal() throws(SealedMemory.Failure) -> OwnedFileDescriptor {
        try SealedMemory.makeUnchangeable(memory)
        return memory
    }
}
