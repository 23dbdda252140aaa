internal import FetchProtocol
internal import Glibc
package import LinuxSystem
internal import SystemPackage

/// The memory that a file is written to; the daemon created it and keeps it.
package struct FetchedFile: Sendable {
    private let memory: OwnedFileDescriptor

    /// Creates a file in the memory, and takes over its descriptor.
    package init(_ memory: OwnedFileDescriptor) { self.memory = memory }

    /// Discards the content.
    func truncate() throws(FetchFailure) {
        do throws(Errno) {
            try retryingInterrupts { ftruncate(memory.rawValue, 0) }
        } catch {
            throw FetchFailure(error)
        }
    }

    /// Writes bytes at an offset.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FetchFailure) {
        do throws(Errno) {
            var done = 0
            while done < bytes.count {
                done += try retryingInterrupts {
                    pwrite(memory.rawValue, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
                }
            }
        } catch {
            throw FetchFailure(error)
        }
    }
}

extension FetchFailure {
    fileprivate init(_ errno: Errno) { self.init(.system, "The font cannot be kept in memory: \(errno).") }
}
