internal import Archives
internal import InspectionProtocol
internal import TestSupport

/// Archives of each format with entries of all kinds.
enum ArchiveSeeds {
    static func all() throws -> [[UInt8]] {
        var random = SeededGenerator(seed: 3)
        let noise = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
        let entries: [ArchiveBuilder.Entry] = [
            .init("a/b.ttf", noise), .init("c.otf", [UInt8](repeating: 7, count: 3_000)), .init("d.txt", noise),
            .init(path: [0xC4, 0xE3] + Array(".ttf".utf8), []), .init("e.ttf", linkTo: "a/b.ttf"), .init("/f.ttf", [1]),
        ]
        return try ArchiveBuilder.Format.allCases.map { format in
            // The index of 7z has its names in Unicode.
            let entries = format == .sevenZip ? entries.filter { $0.path.first != 0xC4 } : entries
            return try ArchiveBuilder(entries).build(format)
        } + [ArchiveBuilder([.init("a.ttf", noise)], password: "a").build(.zip)]
    }
}

extension FuzzTarget {
    /// What is unpacked lies within what was written, one font after the other, and stays within the limits.
    static func runArchive(_ bytes: [UInt8]) throws(Contradiction) {
        let request = ArchiveRequest(unpacked: [".ttf", ".otf"], listed: [".txt"], describesFaces: true)
        let limit = 1 << 20
        let outcome: ArchiveOutcome
        do throws(ArchiveOutputFailure) {
            outcome = try ArchiveUnpacking.run(ArchiveSource(bytes), request, fileSize: limit, to: CountingOutput())
        } catch {
            throw Contradiction(description: "an output failed that never fails")
        }
        guard (try? InspectionWire.decodeReply(InspectionWire.encode(.archive(outcome)))) == .archive(outcome) else {
            throw Contradiction(description: "the contents of an archive change on their way")
        }
        guard case .unpacked(let contents) = outcome else { return }
        var end = 0
        for entry in contents.entries {
            guard case .unpacked(let offset, let size, _) = entry.content else { continue }
            guard offset == end, 0...limit ~= size else {
                throw Contradiction(description: "a font is not where it was written")
            }
            end += size
        }
        guard end <= ArchiveLimits.expandedSize(ofArchive: bytes.count) else {
            throw Contradiction(description: "an archive expands beyond its limit")
        }
    }
}

/// Keeps nothing of what is unpacked.
private struct CountingOutput: ArchiveOutput {
    private var start = 0
    private var end = 0

    mutating func begin() { end = start }

    mutating func write(_ bytes: UnsafeRawBufferPointer) { end += bytes.count }

    mutating func end(describingFaces: Bool) -> (offset: Int, faces: [ArchivedFace]) {
        defer { start = end }
        return (start, [])
    }
}
