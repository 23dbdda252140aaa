internal import CLinux
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport

/// A font of a family that no other test has.
func makeFont(_ family: String, style: String = "Regular", characters: String = " ABCabc") -> [UInt8] {
    var font = FontBuilder(family: family, style: style)
    font.characters = characters
    return font.build()
}

extension ScratchDirectory {
    /// Writes a file and opens it for reading.
    func openFile(_ bytes: [UInt8], name: String) throws -> OwnedFileDescriptor {
        try openDescriptor(write(bytes, to: name), O_RDONLY)
    }
}

extension ScratchHome {
    /// Writes a font outside of everything that fontconfig scans, and opens it for reading.
    func openFont(_ bytes: [UInt8], name: String = "font.ttf") throws -> OwnedFileDescriptor {
        try scratch.openFile(bytes, name: "given/\(name)")
    }

    /// Puts a font where the system's fonts are.
    @discardableResult
    func addSystemFont(_ bytes: [UInt8], name: String) throws -> String {
        try scratch.write(bytes, to: "system/fonts/\(name)")
    }
}

extension ScratchHome {
    /// Takes a font away from where the system's fonts are.
    func removeSystemFont(_ name: String) throws {
        try retryingInterrupts { unlink(scratch["system/fonts/\(name)"]) }
    }
}

/// Opens a path with the flags given.
func openDescriptor(_ path: String, _ flags: Int32) throws -> OwnedFileDescriptor {
    OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, path, flags | O_CLOEXEC, 0o600) })
}

/// The bytes of a descriptor from its start.
func readAll(_ descriptor: OwnedFileDescriptor) throws -> [UInt8] {
    let size = Int(try FileStatus(of: descriptor).stamp.size)
    var bytes = [UInt8](repeating: 0, count: size)
    var done = 0
    while done < size {
        let count = try bytes.withUnsafeMutableBytes { buffer in
            try retryingInterrupts {
                pread(descriptor.rawValue, buffer.baseAddress.map { $0 + done }, size - done, off_t(done))
            }
        }
        if count == 0 { break }
        done += count
    }
    return Array(bytes[..<done])
}

/// The bytes of a file.
func readAll(_ path: String) throws -> [UInt8] { try readAll(openDescriptor(path, O_RDONLY | O_NOFOLLOW)) }

extension [String: BusVariant] {
    /// The text of a key; empty where there is none.
    func text(_ key: String) -> String { (try? self[key]?.converted(to: String.self)) ?? "" }

    /// The truth value of a key.
    func boolean(_ key: String) -> Bool? { try? self[key]?.converted(to: Bool.self) }

    /// The dictionaries of a key.
    func dictionaries(_ key: String) -> [[String: BusVariant]] {
        (try? self[key]?.converted(to: [[String: BusVariant]].self)) ?? []
    }

    /// The last part of the error that an item of a reply has; empty where it has none.
    var errorName: String { text("error").split(separator: ".").last.map(String.init) ?? "" }
}
