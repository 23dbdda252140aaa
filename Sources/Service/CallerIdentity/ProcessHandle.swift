internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A process in the proc file system.
///
/// A later process with the same number is never mistaken for it: everything is read through one directory descriptor,
/// and a pidfd shows whether the process is still running.
struct ProcessHandle {
    /// The maximum number of bytes to read from a file below `/proc/PID`.
    private static let maximumTextSize = 64 << 10
    /// The maximum number of bytes to read from files whose content others have set up: mounts and variables.
    private static let maximumTableSize = 2 << 20

    /// The process id.
    let identifier: Int32
    private let directory: OwnedFileDescriptor
    private let lifetime: OwnedFileDescriptor

    init(_ identifier: Int32, descriptor: OwnedFileDescriptor?, in processDirectory: String) throws(CallerError) {
        guard identifier > 0 else { throw CallerError(.processGone, "the bus knows no process") }
        self.identifier = identifier
        if let descriptor {
            lifetime = descriptor
            guard Self.process(of: descriptor) == identifier else {
                throw CallerError(.contradiction, "the pidfd is not of process \(identifier)")
            }
        } else {
            lifetime = try Self.describing("process \(identifier)") { () throws(Errno) in
                OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_pidfd_open(identifier) })
            }
        }
        directory = try Self.describing("process \(identifier)") { () throws(Errno) in
            OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_openat(
                        AT_FDCWD, "\(processDirectory)/\(identifier)", typecase_O_PATH | O_DIRECTORY | O_CLOEXEC, 0)
                })
        }
    }

    /// The effective user, to whom the kernel gives the directory, whatever the process may hide.
    func userID() throws(CallerError) -> UInt32 {
        try Self.describing("process \(identifier)") { () throws(Errno) in try FileStatus(of: directory) }.userID
    }

    /// When the process started, in clock ticks since boot.
    func startTime() throws(CallerError) -> UInt64 {
        let text = try text(of: "stat")
        // The second field is a name in parentheses, which may itself contain parentheses and spaces.
        guard let end = text.lastIndex(of: ")") else { throw unreadable("stat") }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, let time = UInt64(fields[19]) else { throw unreadable("stat") }
        if ["Z", "X", "x"].contains(fields[0]) { throw CallerError(.processGone, "process \(identifier) has ended") }
        return time
    }

    /// Whether the process is still running.
    func isAlive() throws(CallerError) -> Bool {
        try Self.describing("process \(identifier)") { () throws(Errno) in
            try retryingInterrupts { typecase_poll(lifetime.rawValue, Int16(POLLIN), 0) }
        } == 0
    }

    /// The text of a file such as `cgroup`.
    func text(of file: String, limit: Int = maximumTextSize) throws(CallerError) -> String {
        // A process may have truncated its name within a character; that is not a reason to refuse it.
        String(decoding: try bytes(of: file, limit: limit), as: UTF8.self)
    }

    /// The bytes of a file such as `cmdline`.
    private func bytes(of file: String, limit: Int) throws(CallerError) -> [UInt8] {
        let bytes = try Self.describing("/proc/\(identifier)/\(file)") { () throws(Errno) in
            let descriptor = OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_openat(directory.rawValue, file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)
                })
            return try BoundedFile.bytes(of: descriptor, limit: limit)
        }
        guard let bytes else { throw unreadable(file) }
        return bytes
    }

    /// The target of a link such as `exe`.
    private func target(of link: String) throws(CallerError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try Self.describing("/proc/\(identifier)/\(link)") { () throws(Errno) in
            try retryingInterrupts { readlinkat(directory.rawValue, link, &buffer, buffer.count) }
        }
        return PathText.text(of: buffer.prefix(count).map(UInt8.init(bitPattern:)))
    }

    /// The AppArmor label of the process.
    func securityLabel() throws(CallerError) -> SecurityLabel {
        // The first file is AppArmor's own; the second, for older kernels, belongs to any security module.
        for file in ["attr/apparmor/current", "attr/current"] {
            do throws(CallerError) {
                let label = SecurityLabel(try text(of: file))
                if label != .unknown { return label }
            } catch  where error.code == .unreadable || error.code == .processGone {
                // A kernel without such a module has no such file, or one without information. Whether the process has
                // ended is checked again at the end.
                continue
            }
        }
        return .unknown
    }

    /// The root directory that the process sees, opened only for looking up names.
    func rootDirectory() throws(CallerError) -> OwnedFileDescriptor {
        try Self.describing("/proc/\(identifier)/root") { () throws(Errno) in
            OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_openat(directory.rawValue, "root", typecase_O_PATH | O_DIRECTORY | O_CLOEXEC, 0)
                })
        }
    }

    /// The file systems that the process sees.
    func mounts() throws(CallerError) -> MountTable {
        MountTable(try text(of: "mountinfo", limit: Self.maximumTableSize))
    }

    /// The value of an environment variable when the process started; `nil` if it was not set.
    ///
    /// The value is not reliable.
    func variable(_ name: String) throws(CallerError) -> String? {
        let text = try text(of: "environ", limit: Self.maximumTableSize)
        let line = text.split(separator: "\0").first { $0.hasPrefix("\(name)=") }
        return line.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// The arguments that the process was started with, including its name as the first, unless it has changed them.
    func arguments() throws(CallerError) -> [String] {
        let bytes = try bytes(of: "cmdline", limit: Self.maximumTableSize)
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { PathText.text(of: $0) }
    }

    /// The directory that relative paths of the process start from, as the process sees it.
    func workingDirectory() throws(CallerError) -> String { try target(of: "cwd") }

    /// The path of the program as the process sees it, and the status of its file, which may no longer be at the path.
    func executable() throws(CallerError) -> (path: String, isDeleted: Bool, status: FileStatus) {
        let (path, isDeleted) = try executablePath()
        let status = try Self.describing("/proc/\(identifier)/exe") { () throws(Errno) in
            try FileStatus(
                of: OwnedFileDescriptor(
                    adopting: try retryingInterrupts {
                        typecase_openat(directory.rawValue, "exe", typecase_O_PATH | O_CLOEXEC, 0)
                    }))
        }
        return (path, isDeleted, status)
    }

    /// The file name of the program, in characters allowed in a provider id.
    func executableName() throws(CallerError) -> String {
        Self.plain(try executablePath().path.split(separator: "/").last ?? "")
    }

    /// The text with all characters replaced that are not allowed in a provider id.
    static func plain(_ text: some StringProtocol) -> String { String(text.map { isPlain($0) ? $0 : "_" }) }

    /// The path of the program as the process sees it, and whether it is no longer there.
    func executablePath() throws(CallerError) -> (path: String, isDeleted: Bool) {
        var path = try target(of: "exe")
        // The kernel's mark for a program that was replaced, for example by an upgrade.
        let isDeleted = path.hasSuffix(" (deleted)")
        if isDeleted { path.removeLast(" (deleted)".count) }
        return (path, isDeleted)
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || ".-_@:".contains(character))
    }

    /// The process of a pidfd, according to the proc file system of this process.
    private static func process(of descriptor: OwnedFileDescriptor) -> Int32? {
        let path = "/proc/self/fdinfo/\(descriptor.rawValue)"
        let bytes: [UInt8]?
        do throws(Errno) {
            let file = OwnedFileDescriptor(adopting: try retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC) })
            bytes = try BoundedFile.bytes(of: file, limit: maximumTextSize)
        } catch {
            return nil
        }
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("Pid:") }) else { return nil }
        return Int32(line.dropFirst("Pid:".count).drop { $0 == "\t" || $0 == " " })
    }

    private func unreadable(_ file: String) -> CallerError {
        CallerError(.unreadable, "/proc/\(identifier)/\(file) is not as expected")
    }

    /// Converts an error of the system to a refusal.
    private static func describing<Value>(
        _ subject: String, _ body: () throws(Errno) -> Value
    ) throws(CallerError) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            let gone = error == .noSuchProcess || error == .noSuchFileOrDirectory
            throw CallerError(gone ? .processGone : .unreadable, "\(subject): \(error)")
        }
    }
}
