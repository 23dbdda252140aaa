import CLinux
import FontLibrary
import FontModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

/// A directory of one test's own, with a home in it; removed when the test is done.
final class Scratch: Sendable {
    let path: String
    private let isOwner: Bool

    init(in directory: String? = nil) throws {
        let base = directory ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(base)/typecase-library-XXXXXX".utf8CString)
        path = try #require(
            template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            })
        isOwner = true
        try makeDirectory("home")
    }

    /// Uses the directory of a test in another process.
    init(existing path: String) {
        self.path = path
        isOwner = false
    }

    deinit {
        if isOwner { try? FileManager.default.removeItem(atPath: path) }
    }

    var home: String { "\(path)/home" }

    func locations(_ changes: [String: String?] = [:]) throws -> FontLocations {
        var environment = ["HOME": home, "XDG_RUNTIME_DIR": "\(path)/run"]
        for (name, value) in changes { environment[name] = value }
        return try FontLocations(environment: environment)
    }

    func tree() throws -> FontTree { try FontTree(locations: locations()) }

    func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    func write(_ text: String, to name: String) throws {
        try #require(FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8)))
    }

    func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    func mode(of path: String) throws -> UInt32 {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status.st_mode & 0o7777
    }

    /// Every file below a directory: relative path and content, `/` for directories, `-> target` for links, `?` for names
    /// that are not UTF-8.
    func contents(below directory: String? = nil) throws -> [String: String] {
        let directory = directory ?? path
        var found: [String: String] = [:]
        guard exists(directory) else { return found }
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory) {
            var status = stat()
            // A name that is not UTF-8 does not come back as it is.
            guard lstat("\(directory)/\(name)", &status) == 0 else {
                found[name] = "?"
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: found[name] = "/"
            case S_IFLNK:
                found[name] =
                    "-> " + (try FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\(name)"))
            default:
                found[name] = String(
                    decoding: try #require(FileManager.default.contents(atPath: "\(directory)/\(name)")), as: UTF8.self)
            }
        }
        return found
    }
}

/// A font as these tests need it: any bytes will do, as the library never looks at them.
struct SampleFont: Sendable {
    let memory: SealedMemory
    let fileName: FontFileName
    let text: String

    init(_ text: String, format: FontFormat = .truetype) throws {
        self.text = text
        memory = try SealedMemory(bytes: Array(text.utf8))
        // The same name in every process that makes the same sample.
        let identifier = FontIdentifier(rawValue: String(memory.digest.hexadecimal.suffix(32)))
        fileName = try #require(FontFileName(identifier, format: format))
    }

    var digest: FontDigest { memory.digest }

    func sidecar(at place: FontPlace) -> Sidecar {
        Sidecar(
            digest: digest, fileName: fileName, format: .truetype, size: memory.size, place: place,
            registrations: [
                Sidecar.Registration(
                    id: FontIdentifier(rawValue: String(digest.hexadecimal.prefix(32))), provider: .user,
                    scope: .persistent, isEnabled: place != .stored)
            ])
    }

    /// The sidecar as it is where the registry expects the font so.
    func sidecar(of expected: ExpectedFont) -> Sidecar {
        var sidecar = sidecar(at: expected.place ?? .stored)
        sidecar.fileName = expected.fileName
        return sidecar
    }

    func expected(at place: FontPlace?, stamp: FileStamp? = nil) -> ExpectedFont {
        ExpectedFont(digest: digest, fileName: fileName, place: place, stamp: stamp)
    }
}

func shard(_ number: Int) throws -> Shard { try #require(Shard(number: number)) }

extension FontTree {
    /// Makes the place where fonts wait.
    func makeStage() throws { try StagingDirectory(of: self).make(expecting: .nothing) }

    /// Carries a transaction out to its end.
    @discardableResult
    func perform(_ moves: [FontMove], newShards: [Shard] = []) throws -> PublishedChanges {
        let transaction = FontTransaction(tree: self, moves: moves, newShards: newShards)
        try transaction.prepare()
        let changes = try transaction.publish()
        try transaction.finish()
        return changes
    }

    /// Publishes a font as a registration does, with a sidecar.
    func publish(_ font: SampleFont, in shard: Shard) throws -> ExpectedFont {
        let changes = try perform([
            .publish(.memory(font.memory), as: font.fileName, in: shard),
            .writeSidecar(font.sidecar(at: .published(shard))),
        ])
        return font.expected(at: .published(shard), stamp: changes.stamps[font.digest])
    }

    /// Registers a font disabled, with a sidecar that has it at a place: where the registry has it, in an interrupted
    /// change.
    func keep(_ font: SampleFont, noted place: FontPlace = .stored) throws -> ExpectedFont {
        let changes = try perform([.keep(.memory(font.memory)), .writeSidecar(font.sidecar(at: place))])
        return font.expected(at: .stored, stamp: changes.stamps[font.digest])
    }
}

/// The number of open descriptors of this process.
func openDescriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
