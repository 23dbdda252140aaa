internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport

/// Everything below a directory, as `lstat` tells it.
struct DirectoryListing {
    /// One file.
    struct File: Equatable {
        /// The path below the directory.
        var path: String
        var kind: FileStatus.Kind
        var mode: UInt32
        var linkCount: UInt64

        /// The last part of the path.
        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// What is no directory, sorted by path.
    private(set) var files: [File] = []
    /// The directories, sorted by path.
    private(set) var directories: [String] = []

    /// Lists a directory; empty where there is none.
    init(_ root: String) {
        collect(root, prefix: "")
        files.sort { $0.path < $1.path }
        directories.sort()
    }

    private mutating func collect(_ directory: String, prefix: String) {
        guard let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "." || name == ".." { continue }
            var status = stat()
            guard lstat("\(directory)/\(name)", &status) == 0 else { continue }
            let kind: FileStatus.Kind =
                switch status.st_mode & S_IFMT {
                case S_IFREG: .regular
                case S_IFDIR: .directory
                case S_IFLNK: .symbolicLink
                default: .unknown
                }
            if kind == .directory {
                directories.append(prefix + name)
                collect("\(directory)/\(name)", prefix: "\(prefix)\(name)/")
            } else {
                files.append(
                    File(
                        path: prefix + name, kind: kind, mode: UInt32(status.st_mode) & 0o7777,
                        linkCount: UInt64(status.st_nlink)))
            }
        }
    }
}

extension RunningDaemon {
    /// Where the fonts are published.
    var publishedDirectory: String { "\(home.userFontDirectory)/typecase" }

    /// Where everything else of the fonts is.
    var storeDirectory: String { "\(home.dataDirectory)/typecase/store" }

    /// The registry's file.
    var registryFile: String { "\(home.stateDirectory)/typecase/registry.sqlite" }

    /// The font files that are published: all but what a daemon that was killed has left where it tells programs of
    /// changes, and the names of the session's fonts.
    var publishedFiles: [DirectoryListing.File] {
        DirectoryListing(publishedDirectory).files.filter { file in
            file.path != "changes/.bump" && !file.path.hasPrefix(".session/")
        }
    }

    /// The files in the store, but for those of removed fonts, which are kept for a time, and second names of files.
    var storedFiles: [DirectoryListing.File] {
        DirectoryListing(storeDirectory).files.filter { file in
            !file.path.hasPrefix("removed/") && !file.path.hasPrefix("spare/") && file.path != "gone"
        }
    }

    /// The files of removed fonts that are kept, and their notes.
    var removedFiles: [DirectoryListing.File] { DirectoryListing("\(storeDirectory)/removed").files }

    /// The files in the store once the service has nothing left to do: files of removed fonts go after the reply, and
    /// before anything else is changed.
    func filesLeftInStore() async throws -> [DirectoryListing.File] {
        _ = try await setEnabled(["nobody's"], true, by: .user)
        return storedFiles
    }

    /// What a fresh process of fontconfig lists: family and file.
    func fontconfigList() async throws -> [(family: String, file: String)] {
        let outcome = try await run("/usr/bin/fc-list", "--format", "%{family}\t%{file}\n")
        guard outcome.succeeded else { throw UnexpectedOutcome(outcome: outcome) }
        return outcome.standardOutput.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts.last ?? "")
        }
    }

    /// The families that a fresh process of fontconfig lists.
    func fontconfigFamilies() async throws -> Set<String> { Set(try await fontconfigList().map(\.family)) }

    /// The family that a fresh process of fontconfig matches.
    func fontconfigMatch(_ pattern: String) async throws -> String {
        try await run("/usr/bin/fc-match", "--format", "%{family}", pattern).standardOutput
    }
}

/// A program ended otherwise than it should.
struct UnexpectedOutcome: Error, CustomStringConvertible {
    let outcome: ChildProcess.Outcome

    var description: String { "\(outcome.termination): \(outcome.standardOutput)\(outcome.standardError)" }
}
