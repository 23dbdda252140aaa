internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The few things that the measurements do with files.
enum Files {
    static func open(_ path: String, _ flags: Int32 = O_RDONLY, mode: mode_t = 0) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, path, flags | O_CLOEXEC, mode) })
    }

    static func read(_ path: String) throws(Errno) -> [UInt8] { try read(open(path)) }

    static func read(_ file: OwnedFileDescriptor) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = try retryingInterrupts { Glibc.read(file.rawValue, &buffer, buffer.count) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Errno) {
        try write(bytes, to: open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644))
    }

    static func write(_ bytes: [UInt8], to file: OwnedFileDescriptor) throws(Errno) {
        var done = 0
        while done < bytes.count {
            done += try retryingInterrupts {
                bytes.withUnsafeBytes { buffer in
                    Glibc.write(file.rawValue, buffer.baseAddress.map { $0 + done }, buffer.count - done)
                }
            }
        }
    }

    /// The names in a directory, sorted.
    static func entries(of path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func status(of path: String) throws(Errno) -> FileStatus {
        try FileStatus(of: open(path, typecase_O_PATH | O_NOFOLLOW))
    }
}

/// The fonts to measure with.
enum FontFiles {
    /// All fonts below a directory, sorted; symbolic links are left out, as they lead to fonts of other packages.
    static func all(in directory: String) -> [String] {
        var fonts: [String] = []
        for name in Files.entries(of: directory) {
            let path = "\(directory)/\(name)"
            switch (try? Files.status(of: path))?.kind {
            case .directory?: fonts += all(in: path)
            case .regular? where name.hasSuffix(".ttf") || name.hasSuffix(".otf") || name.hasSuffix(".ttc"):
                fonts.append(path)
            default: break
            }
        }
        return fonts
    }
}
