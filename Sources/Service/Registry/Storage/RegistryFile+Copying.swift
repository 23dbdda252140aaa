internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

extension RegistryFile {
    /// The number of attempts to read the file while nobody changes it.
    private static let copyingAttempts = 3

    /// Reads the whole file without locking it.
    ///
    /// - Returns: The bytes, all of one state, and the stamp of the file that contained them.
    /// - Throws: ``RegistryError/Code/busy`` if a log or a journal contains a part of the registry, or if the file is
    ///   being changed; ``RegistryError/Code/failed`` if it has more than ``RegistryLimits/copySize`` bytes; and errors
    ///   that occur while reading.
    func copy() throws(RegistryError) -> (bytes: [UInt8], stamp: FileStamp) {
        for _ in 0..<Self.copyingAttempts where !hasUnfinishedWork() {
            do throws(Errno) {
                let file = OwnedFileDescriptor(
                    adopting: try retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) })
                let stamp = try FileStatus(of: file).stamp
                // So far, only the size of the file is known, and it may be wrong.
                guard stamp.size <= RegistryLimits.copySize else { throw Errno.fileTooLarge }
                let bytes = try Self.read(file, count: Int(stamp.size))
                // A process that changed the file meanwhile has left a log or a journal, or has changed the file's
                // stamp.
                let stamps = [try FileStatus(of: file).stamp, try FileStatus(path: path).stamp]
                if stamps == [stamp, stamp], bytes.count == Int(stamp.size), !hasUnfinishedWork() {
                    return (bytes, stamp)
                }
            } catch .fileTooLarge {
                throw RegistryError(
                    .failed,
                    "the registry has more than the \(RegistryLimits.copySize) bytes that can be read without locks"
                )
            } catch {
                throw RegistryError(errno: error.rawValue, "read the registry")
            }
        }
        throw RegistryError(.busy, "a part of the registry is in its log, which cannot be read without locks")
    }

    private static func read(_ file: OwnedFileDescriptor, count: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let part = try retryingInterrupts {
                bytes.withUnsafeMutableBytes {
                    pread(file.rawValue, $0.baseAddress.map { $0 + done }, count - done, off_t(done))
                }
            }
            if part == 0 { return Array(bytes.prefix(done)) }
            done += Int(part)
        }
        return bytes
    }
}
