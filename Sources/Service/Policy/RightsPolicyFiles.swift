internal import Glibc
internal import LinuxSystem
package import PositionedJSON
internal import SystemPackage

/// Reads the policy from its files.
///
/// The files are `policy.d/*.json` in each directory of the policy. The files of the first directory, the
/// administrator's, take precedence over those of the next directory. Within a directory, files take precedence in the
/// order of their names. A file hides files of the same name in later directories, as with systemd. Files that users
/// other than root and the current user may have written or placed there are ignored, because the policy may restrict
/// these users.
package struct RightsPolicyFiles: Sendable {
    /// The name of the subdirectory that contains the files, in each directory of the policy.
    package static let directoryName = "policy.d"

    /// The default directories of the policy.
    package static let usualDirectories = ["/etc/typecase", "/usr/share/typecase"]

    /// The environment variable that replaces the default directories of the policy.
    ///
    /// The directories are separated by colons.
    package static let pathVariable = "TYPECASE_POLICY_PATH"

    /// The maximum number of files in a directory.
    private static let maximumFiles = 256

    /// The directories of the policy, as absolute paths.
    let directories: [String]

    /// Creates a reader for the given directories.
    ///
    /// - Parameter directories: Absolute paths, in order of precedence.
    package init(directories: [String]) { self.directories = directories }

    /// The directories of the policy that the environment specifies, or else the default ones.
    package static func directories(in environment: [String: String]) -> [String] {
        guard let text = environment[pathVariable] else { return usualDirectories }
        return text.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }

    /// Reads all files.
    ///
    /// Blocks.
    ///
    /// - Returns: The rules of the valid files, and the faults of the others.
    package func read() -> RightsPolicy {
        var policy = RightsPolicy()
        for path in paths(failures: &policy.failures) { read(path, into: &policy) }
        return policy
    }

    /// Finds the files that apply, in order of precedence.
    ///
    /// Blocks.
    ///
    /// - Parameter failures: Receives the reasons why directories cannot be read.
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
    ///   - path: The absolute path of the file.
    ///   - failures: Receives the reason if the file cannot be read or is ignored.
    /// - Returns: The rules and all faults of the file; `nil` if the file cannot be read or is ignored.
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

    /// Whether only root and the current user can have written what is at a path; otherwise, adds a failure.
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
