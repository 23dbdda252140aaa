import CLinux
import FontModel
import Glibc
import InspectionClient
import InspectionProtocol
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

/// Archives with the worker that is shipped.
struct ArchiveTests {
    private let pool: FontInspector
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory(name: "archives")
        pool = FontInspector(
            configuration: .programs(in: BuildProducts.directory, environment: ["PATH": "/usr/bin:/bin"]),
            threads: BlockingThreads(name: "pool", maximumCount: 4))
    }

    private func unpack(
        _ archive: [UInt8]
    ) async throws -> (contents: ArchiveContents, output: OwnedFileDescriptor) {
        let file = try OwnedFileDescriptor.reading(scratch.write(archive, to: "archive"))
        let output = try UnlinkedFile.make(in: scratch.path)
        let request = ArchiveRequest(unpacked: [".ttf"], listed: [], describesFaces: true)
        return (try await pool.unpack(file, into: output, request), output)
    }

    private func code(of archive: [UInt8]) async -> FontError.Code? {
        do {
            _ = try await unpack(archive)
            return nil
        } catch {
            return (error as? FontError)?.code
        }
    }

    @Test(arguments: ArchiveBuilder.Format.allCases)
    func `fonts come out with a description of their faces`(format: ArchiveBuilder.Format) async throws {
        var variable = FontBuilder(family: "Variable")
        variable.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 400, maximum: 900)]
        variable.namedInstances = [NamedInstance(name: "Bold", postscriptName: nil, coordinates: [700])]
        let (bold, collection) = (
            FontBuilder(family: "Static", style: "Bold").build(),
            FontBuilder.collection([FontBuilder(family: "One"), FontBuilder(family: "Two")])
        )
        let (contents, output) = try await unpack(
            ArchiveBuilder([
                .init("static.ttf", bold), .init("variable.ttf", variable.build()), .init("both.ttf", collection),
                .init("broken.ttf", [1, 2, 3]), .init("empty.ttf", []),
            ]).build(format))
        var families: [String: [String]] = [:]
        for entry in contents.entries {
            let path = String(decoding: entry.path, as: UTF8.self)
            guard case .unpacked(let offset, let size, let faces) = entry.content else {
                Issue.record("\(path) is not unpacked")
                continue
            }
            families[path] = faces.map(\.family)
            let copy = try SealedMemory(copying: output, from: offset, size: size)
            if path == "static.ttf" { #expect(copy.digest == (try SealedMemory(bytes: bold)).digest) }
            if path == "variable.ttf" { #expect(faces.map(\.axes) == [["wght"]] && faces[0].namedInstances == 1) }
        }
        #expect(
            families == [
                "static.ttf": ["Static"], "variable.ttf": ["Variable"], "both.ttf": ["One", "Two"], "broken.ttf": [],
                "empty.ttf": [],
            ])
        await pool.shutdown()
    }

    @Test func `what is no archive, is damaged or expands too far has an error each, and the worker goes on`()
        async throws
    {
        let sound = try ArchiveBuilder([.init("a.ttf", FontBuilder().build())]).build(.xzTar)
        let zeros = [UInt8](repeating: 0, count: 40 << 20)
        #expect(await code(of: FontBuilder().build()) == .unrecognizedFormat)
        #expect(await code(of: Array(sound.dropLast(200))) == .invalidFontData)
        let bomb = try ArchiveBuilder([.init("a.ttf", zeros), .init("b.ttf", zeros)]).build(.zip)
        #expect(await code(of: bomb) == .exceededResourceLimit)
        #expect(await code(of: sound) == nil)
        #expect(await pool.statistics[.archive].connections == 1)
        #expect(await pool.statistics[.archive].crashes == 0)
        await pool.shutdown()
    }

    @Test func `a compression that needs more memory than a worker may have is refused`() async throws {
        var archive = try ArchiveBuilder([.init("a.ttf", FontBuilder().build())]).build(.xzTar)
        // The header of the first block: its size, flags, and LZMA2 with one byte for the size of the dictionary.
        let block = 12
        try #require(archive[block + 2] == 0x21 && archive[block + 3] == 1)
        // 1 GiB.
        archive[block + 4] = 36
        let end = block + (Int(archive[block]) + 1) * 4 - 4
        let sum = Checksum.crc32(Array(archive[block..<end]))
        for byte in 0..<4 { archive[end + byte] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(byte))) }
        #expect(await code(of: archive) == .exceededResourceLimit)
        await pool.shutdown()
    }

    @Test func `where there is no room for the fonts, the archive is not at fault`() async throws {
        let archive = try OwnedFileDescriptor.reading(
            scratch.write(ArchiveBuilder([.init("a.ttf", FontBuilder().build())]).build(.zip), to: "archive"))
        let full = OwnedFileDescriptor(
            adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, "/dev/full", O_RDWR | O_CLOEXEC, 0) })
        let request = ArchiveRequest(unpacked: [".ttf"], listed: [], describesFaces: false)
        await #expect { try await pool.unpack(archive, into: full, request) } throws: { error in
            (error as? FontError)?.code == .storageFull
        }
        await pool.shutdown()
    }
}
