internal import Glibc
internal import LinuxSystem
internal import PositionedJSON
internal import SystemPackage

/// Reads the policy from its files.
///
/// They are `policy.d/*.json` in each directory of the policy. Those of the first directory, the administrator's, come
/// before those of the next, in the order of their names within one; a file hides those of the same name in later
/// directories, as those of systemd do. What others than root and the user can have written or put there says nothing:
/// whoever is held to the policy could be among them.
struct RightsPolicyFiles: Sendable {
    /// The name of the directory with the files.
    static let directoryName = "policy.d"

    /// The most files of a directory.
    private static let maximumFiles = 256

    /// The directories of the policy, absolute paths.
    let directories: [String]

    /// Reads all files.
    ///
    /// Blocks.
    ///
    /// - Returns: The rules of the sound files, and what is wrong with the others.
    func read() -> RightsPolicy {
        var policy = RightsPolicy()
        var seen: Set<String> = []
        for directory in directories.map({ "\($0)/\(Self.directoryName)" }) {
            let names: [String]
            do throws(Errno) {
                names = try ConfinedDirectory(path: directory).names().filter { $0.hasSuffix(".json") }
            } catch {
                if error != .noSuchFileOrDirectory, error != .notDirectory {
                    policy.failures.append("\(directory) cannot be read: \(error).")
                }
                continue
            }
            guard isTrusted(directory, in: &policy) else { continue }
            if names.count > Self.maximumFiles {
                policy.failures.append("\(directory) has more than \(Self.maximumFiles) files.")
            }
            for name in names.prefix(Self.maximumFiles) where seen.insert(name).inserted {
                read("\(directory)/\(name)", into: &policy)
            }
        }
        return policy
    }

    /// Whether nobody else can have decided what a path has to say; what is wrong is noted.
    private func isTrusted(_ path: String, in policy: inout RightsPolicy) -> Bool {
        if FileSystem.isWritten(onlyBy: [0, geteuid()], at: path) { return true }
        policy.failures.append(
            "\(path) can be changed or replaced by others than root and you. Let only root write to it, and to the "
                + "directories that it is in.")
        return false
    }

    private func read(_ path: String, into policy: inout RightsPolicy) {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try Self.bytes(of: path)
        } catch {
            policy.failures.append("\(path) cannot be read: \(error).")
            return
        }
        guard isTrusted(path, in: &policy) else { return }
        let (content, faults) = RightsPolicy.rules(in: bytes)
        if let fault = faults.first {
            let others = faults.count - 1
            policy.failures.append("\(path):\(fault)" + (others > 0 ? " And \(others) more." : ""))
        } else {
            policy.append(content, from: path)
        }
    }

    private static func bytes(of path: String) throws(Errno) -> [UInt8] {
        let file = try OwnedFileDescriptor.reading(path)
        guard try FileStatus(of: file).kind == .regular else { throw .invalidArgument }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = try retryingInterrupts { Glibc.read(file.rawValue, &part, part.count) }
            if count == 0 { return bytes }
            bytes += part[..<count]
            guard bytes.count <= RightsPolicy.maximumFileSize else { throw .fileTooLarge }
        }
    }
}
