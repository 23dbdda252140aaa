import FontModel
import Glibc
import InspectionClient
import LinuxSystem
import RenderingClient
import RenderingProtocol
import TestSupport
import Testing

/// Pictures beside those of HarfBuzz's and Pango's own tools, and those of the page Documentation/pictures.md.
///
/// With `TYPECASE_WRITE_PICTURES=1` the pictures of the page are drawn anew.
struct ReferenceTests {
    private let board = DrawingBoard()
    private static let page = sourcePath("Documentation/pictures.md")

    /// A line of the page: a picture, and whose picture it is compared with.
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var font: String
        var size: Int
        /// The tool; `hb-view` or `pango-view`.
        var tool: String
        /// The most that a pixel may differ on average, of 255.
        var mean: Double

        var testDescription: String { name }
    }

    static let examples = [
        Example(
            name: "latin", text: "Hamburgefonstiv AV To fi", font: DrawingBoard.sans, size: 48, tool: "hb-view",
            mean: 1.0),
        Example(
            name: "serif", text: "Typographie, déjà vu", font: DrawingBoard.serif, size: 64, tool: "hb-view", mean: 1.0),
        Example(
            name: "greek", text: "Ξεσκεπάζω την ψυχοφθόρα", font: DrawingBoard.serif, size: 36, tool: "hb-view",
            mean: 1.0),
        Example(name: "arabic", text: "نص حكيم", font: DrawingBoard.sans, size: 64, tool: "hb-view", mean: 1.0),
        Example(
            name: "mixed", text: "abc שלום 123", font: DrawingBoard.sans, size: 40, tool: "pango-view", mean: 6.0),
    ]

    @Test(arguments: examples)
    func `pictures of text are those of the tools that are known for it`(example: Example) async throws {
        let scratch = try ScratchDirectory()
        let reference = scratch["reference.png"]
        let command =
            example.tool == "hb-view"
            ? [
                "/usr/bin/hb-view", "--font-size=\(example.size)", "--margin=0", "-o", reference, example.font,
                example.text,
            ]
            : [
                "/usr/bin/pango-view", "-q", "--backend=cairo", "--dpi=72", "--hinting=none", "--antialias=gray",
                "--margin=0", "--font=DejaVu Sans \(example.size)px", "--text=\(example.text)", "-o", reference,
            ]
        let tool = try ChildProcess(
            command[0], Array(command.dropFirst()),
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "LANG": "C.UTF-8"])
        let end = await tool.wait()
        #expect(end.termination == .exited(0))
        let file = try Self.bytes(of: reference)
        let theirs = try #require(DecodedPNG(file))
        let drawn = try await board.draw(
            example.text, fonts: [example.font], size: Double(example.size), format: .png, ground: .paper)
        let ours = try #require(DecodedPNG(drawn.bytes))
        let difference = try #require(Self.difference(ours, theirs))
        #expect(difference.mean <= example.mean, "\(difference)")
        if getenv("TYPECASE_WRITE_PICTURES") != nil {
            try Self.write(drawn.bytes, to: sourcePath("Documentation/pictures/\(example.name).png"))
        }
        // The page says what was measured; what it says has to hold.
        let text = try Self.line(about: example.name)
        let line = try #require(text)
        #expect(line.contains(example.tool) && line.contains("≤ \(example.mean)"), "\(line)")
        await board.pool.shutdown()
    }

    @Test func `the pictures of the page are what is drawn`() async throws {
        for example in Self.examples {
            let drawn = try await board.draw(
                example.text, fonts: [example.font], size: Double(example.size), format: .png, ground: .paper)
            let file = try Self.bytes(of: sourcePath("Documentation/pictures/\(example.name).png"))
            let kept = try #require(DecodedPNG(file))
            let now = try #require(DecodedPNG(drawn.bytes))
            let difference = try #require(Self.difference(now, kept))
            // Other versions of the libraries round otherwise.
            #expect(difference.mean <= 1, "\(example.name): \(difference)")
        }
        await board.pool.shutdown()
    }

    /// How two pictures of dark text on white differ, with what is inked of both at the same place.
    private static func difference(_ one: DecodedPNG, _ other: DecodedPNG) -> (mean: Double, most: Int)? {
        guard let (ours, theirs) = ink(one).flatMap({ ours in ink(other).map { (ours, $0) } }) else { return nil }
        let width = max(ours.width, theirs.width)
        let height = max(ours.height, theirs.height)
        // Not more than a pixel at each edge, or the texts are not set alike.
        guard abs(ours.width - theirs.width) <= 2, abs(ours.height - theirs.height) <= 2 else { return (255, 255) }
        var (sum, most) = (0, 0)
        for y in 0..<height {
            for x in 0..<width {
                let distance = abs(
                    one.darkness(ours.x + x, ours.y + y) - other.darkness(theirs.x + x, theirs.y + y))
                sum += distance
                most = max(most, distance)
            }
        }
        return (Double(sum) / Double(width * height), most)
    }

    private static func ink(_ picture: DecodedPNG) -> (x: Int, y: Int, width: Int, height: Int)? {
        let columns = (0..<picture.width).filter { x in (0..<picture.height).contains { picture.darkness(x, $0) > 24 } }
        let rows = (0..<picture.height).filter { y in (0..<picture.width).contains { picture.darkness($0, y) > 24 } }
        guard let left = columns.first, let right = columns.last, let top = rows.first, let bottom = rows.last else {
            return nil
        }
        return (left, top, right - left + 1, bottom - top + 1)
    }

    private static func line(about name: String) throws -> Substring? {
        String(decoding: try bytes(of: page), as: UTF8.self).split(separator: "\n").first {
            $0.contains("pictures/\(name).png")
        }
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        let file = try OwnedFileDescriptor.reading(path)
        let size = Int(try FileStatus(of: file).stamp.size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, read(file.rawValue, buffer.baseAddress, size))
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
