internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// An application in a single file, an AppImage, that a process runs.
///
/// Such a file begins with a program that mounts the rest of the file below the directory for temporary files, as the
/// user and for as long as the application runs. It then starts the content with the variable `APPIMAGE` set to the
/// path of the file. Any process could have set this variable. Therefore it counts only if the kernel reports that the
/// program is in a file system that the caller's user serves and that is named like the file, and if the file is an
/// AppImage of that user or of root.
///
/// Sources: AppImageSpec, "Type 2 image format"; the type 2 runtime, whose file system gets the file's name from
/// libfuse.
struct AppImage {
    /// Distinguishes the application from others, in characters allowed in a provider id.
    ///
    /// It is the name of the desktop entry in the AppImage, for any version and at any path; otherwise the name of the
    /// file.
    let name: String
    /// The id of the application, if the name is one.
    let applicationID: String?
    /// A name to show to people.
    let displayName: String
    /// The absolute path of the file.
    let path: String
    /// The directory with the content of the file, for as long as the process exists.
    let directory: String

    /// Creates the AppImage that a process runs; `nil` if the process certainly or possibly runs none.
    ///
    /// Blocks on the file system of the application.
    init?(of process: ProcessHandle, userID: UInt32, in processDirectory: String) {
        // For nearly all processes, the path of the program is sufficient.
        guard let (program, _) = try? process.executablePath(), !program.hasPrefix("/usr/"),
            let mount = try? process.mounts().entry(of: program), Self.isServed(mount, by: userID),
            let path = try? process.variable("APPIMAGE"), path.hasPrefix("/"), Self.names(mount, path),
            !path.hasPrefix("\(mount.mountPoint)/"), Self.isImage(path, ofUser: userID)
        else { return nil }
        self.path = path
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let root = "\(processDirectory)/\(process.identifier)/root\(mount.mountPoint)"
        directory = root
        let entries = (try? ConfinedDirectory(path: root).names().filter { $0.hasSuffix(".desktop") }) ?? []
        guard let entry = entries.first, entries.count == 1, entry != ".desktop" else {
            name = ProcessHandle.plain(file)
            applicationID = nil
            let isPlain = file.unicodeScalars.count <= 100 && !file.unicodeScalars.contains(where: \.couldMislead)
            displayName = isPlain ? file : name
            return
        }
        let id = String(entry.dropLast(".desktop".count))
        name = ProcessHandle.plain(id)
        applicationID = id.contains(".") ? ProviderIdentifier(applicationID: id)?.rawValue : nil
        displayName = DesktopEntries.read("\(root)/\(entry)").flatMap(DesktopEntries.name) ?? name
    }

    /// Whether a program of the user serves a file system.
    private static func isServed(_ mount: MountTable.Entry, by userID: UInt32) -> Bool {
        (mount.type == "fuse" || mount.type.hasPrefix("fuse.")) && mount.options.contains("user_id=\(userID)")
    }

    /// Whether a file system declares that it is the content of a file.
    private static func names(_ mount: MountTable.Entry, _ path: String) -> Bool {
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        return mount.source == path || mount.source == file || mount.type == "fuse.\(file)"
    }

    /// Whether a file is an AppImage that the user or the administrator has put there.
    private static func isImage(_ path: String, ofUser userID: UInt32) -> Bool {
        guard let file = try? OwnedFileDescriptor.reading(path), let status = try? FileStatus(of: file),
            status.kind == .regular, [0, userID].contains(status.userID)
        else { return false }
        var start = [UInt8](repeating: 0, count: 11)
        guard (try? retryingInterrupts { read(file.rawValue, &start, start.count) }) == start.count else {
            return false
        }
        // An ELF program whose padding marks it as an AppImage and contains the type.
        return Array(start[..<4]) == [0x7F] + Array("ELF".utf8) && Array(start[8..<10]) == Array("AI".utf8)
            && (1...2).contains(start[10])
    }
}
