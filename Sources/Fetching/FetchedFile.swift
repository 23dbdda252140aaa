internal import FetchProtocol
internal import Foundation
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
    func write(_ data: Data, at offset: Int) throws(FetchFailure) {
        let failure = data.withUnsafeBytes { content -> Errno? in
            do throws(Errno) {
                var done = 0
                while done < content.count {
                    done += try retryingInterrupts {
                        pwrite(
                            memory.rawValue, content.baseAddress.map { $0 + done }, content.count - done, offset + done)
                    }
                }
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw FetchFailure(failure) }
    }
}

extension FetchFailure {
    fileprivate init(_ errno: Errno) { self.init(.system, "The font cannot be kept in memory: \(errno).") }
}
