internal import Glibc
internal import LinuxSystem
package import PositionedJSON
internal import SystemPackage

/// Reads the policy from its files.
///
/// They are `policy.d/*.json` in each directory of the policy. Those of the first directory, the administrator's, come
/// before those of the next, in the order of their names within one; a file hides those of the same name in later
/// directories, as those of systemd do. What others than root and the user can have written or put there says nothing:
/// whoever is held to the policy could be among them.
package struct RightsPolicyFiles: Sendable {
    /// The name of the directory with the files, in each of the directories of the policy.
    package static let directoryName = "policy.d"

    /// The directories of the policy where nobody names others.
    package static let usualDirectories = ["/etc/typecase", "/usr/share/typecase"]

    /// The variable of the environment that names the directories of the policy in place of the usual ones, with colons
    /// between them.
    package static let pathVariable = "TYPECASE_POLICY_PATH"

    /// The most files of a directory.
    private static let maximumFiles = 256

    /// The directories of the policy, absolute paths.
    let directories: [String]

    /// Names the directories.
    ///
    /// - Parameter directories: Absolute paths, the most important first.
    package init(directories: [String]) { self.directories = directories }

    /// The directories of the policy, as the environment has them.
    package static func directories(in environment: [String: String]) -> [String] {
        guard let text = environment[pathVariable] else { return usualDirectories }
        return text.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }

    /// Reads all files.
    ///
    /// Blocks.
    ///
    /// - Returns: The rules of the sound files, and what is wrong with the others.
    package func read() -> RightsPolicy {
        var policy = RightsPolicy()
        for path in paths(failures: &policy.failures) { read(path, into: &policy) }
        return policy
    }

    /// Finds the files that count, in their order.
    ///
    /// Blocks.
    ///
    /// - Parameter failures: What keeps directories from being read.
    /// - Returns: Absolute paths.
    package func paths(failures: inout [String]) -> [String] {
        var paths: [String] = []
        var seen: Set<String> = []
        for directory in directories.map({ "\($0)/\(Self.directoryName)" }) {
            let names: [String]
            do throws(Errno) {
                names = try ConfinedDirectory(path: directory).names().filter { $0.hasSuffix(".json") }
            } catch {
                if error != .noSuchFileOrDirectory, error != .notDirectory {
                    failures.append("\(directory) cannot be read: \(error).")
                }
                continue
            }
            guard Self.isTrusted(directory, &failures) else { continue }
            if names.count > Self.maximumFiles {
                failures.append("\(directory) has more than \(Self.maximumFiles) files.")
            }
            for name in names.prefix(Self.maximumFiles) where seen.insert(name).inserted {
                paths.append("\(directory)/\(name)")
            }
        }
        return paths
    }

    /// Reads one file.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - path: Its absolute path.
    ///   - failures: Why it cannot be read, or does not count.
    /// - Returns: Its rules and everything that is wrong in it; `nil` where it cannot be read or does not count.
    package static func content(
        of path: String, failures: inout [String]
    ) -> (policy: RightsPolicy, faults: [JSONFault])? {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try Self.bytes(of: path)
        } catch {
            failures.append("\(path) cannot be read: \(error).")
            return nil
        }
        guard isTrusted(path, &failures) else { return nil }
        return RightsPolicy.rules(in: bytes)
    }

    /// Whether nobody else can have decided what a path has to say; what is wrong is noted.
    private static func isTrusted(_ path: String, _ failures: inout [String]) -> Bool {
        if FileSystem.isWritten(onlyBy: [0, geteuid()], at: path) { return true }
        failures.append(
            "\(path) can be changed or replaced by others than root and you. Let only root write to it, and to the "
                + "directories that it is in.")
        return false
    }

    private func read(_ path: String, into policy: inout RightsPolicy) {
        guard let (content, faults) = Self.content(of: path, failures: &policy.failures) else { return }
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
