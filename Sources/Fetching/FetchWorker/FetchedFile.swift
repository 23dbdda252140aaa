internal import FetchProtocol
internal import Glibc
package import LinuxSystem
internal import SystemPackage

/// The memory that a file goes to, which the daemon made and keeps.
package struct FetchedFile: Sendable {
    private let memory: OwnedFileDescriptor

    /// Takes the memory over.
    package init(_ memory: OwnedFileDescriptor) { self.memory = memory }

    /// Forgets what is there.
    func truncate() throws(FetchFailure) {
        do throws(Errno) {
            try retryingInterrupts { ftruncate(memory.rawValue, 0) }
        } catch {
            throw FetchFailure(error)
        }
    }

    /// Writes bytes at a place.
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
