import FontModel
import Glibc
import InspectionClient
import LinuxSystem
import RenderingClient
import RenderingProtocol
import TestSupport
import Testing

/// Draws with real workers.
struct DrawingBoard {
    let pool: FontInspector
    let renderer: Renderer

    /// A font that every test machine has.
    static let sans = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let serif = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"

    init() { self.init(configuration: .programs(in: BuildProducts.directory, environment: [:])) }

    /// Makes a board whose jobs go wrong where a font asks for it: they have a second of processor time, and so much on the
    /// clock that a busy machine does not matter.
    static func faulty() -> DrawingBoard {
        var configuration = WorkerConfiguration.executable(
            BuildProducts.executable("FaultyInspector"), environment: ["XDG_FAULTY_MILLISECONDS": "60000"])
        configuration.render.deadline = .seconds(70)
        return DrawingBoard(configuration: configuration)
    }

    private init(configuration: WorkerConfiguration) {
        pool = FontInspector(
            configuration: configuration,
            threads: BlockingThreads(name: "drawing", maximumCount: 4))
        renderer = Renderer(pool: pool)
    }

    /// A picture that was drawn, with its bytes.
    struct Drawn {
        var result: DrawingResult
        var bytes: [UInt8]

        var picture: DrawingResult.Picture { result.picture ?? .init(width: 0, height: 0, size: 0, hasColor: false) }

        /// How much of a pixel of a raw mask is covered.
        func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[y * picture.stride + x] }

        /// The columns of a raw mask that have anything in them.
        var inkedColumns: ClosedRange<Int>? {
            let columns = (0..<picture.width).filter { x in (0..<picture.height).contains { alpha(x, $0) > 0 } }
            return columns.first.flatMap { first in columns.last.map { first...$0 } }
        }

        /// The rows of a raw mask that have anything in them.
        var inkedRows: ClosedRange<Int>? {
            let rows = (0..<picture.height).filter { y in (0..<picture.width).contains { alpha($0, y) > 0 } }
            return rows.first.flatMap { first in rows.last.map { first...$0 } }
        }
    }

    /// Draws anything.
    func draw(_ request: DrawingRequest, fonts: [OwnedFileDescriptor]) async throws -> Drawn {
        let drawn = try await renderer.draw(request, fonts: fonts, for: "test")
        let bytes = try drawn.memory.map { memory in
            try #require(SealedMemory.isSealed(memory))
            return try Self.bytes(of: memory)
        }
        return Drawn(result: drawn.result, bytes: bytes ?? [])
    }

    private static func bytes(of memory: OwnedFileDescriptor) throws -> [UInt8] {
        let size = Int(try FileStatus(of: memory).stamp.size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(memory.rawValue, buffer.baseAddress, size, 0))
        }
        try #require(bytes.count == size)
        return bytes
    }

    /// Draws text of one look with system fonts.
    func draw(
        _ text: String, fonts: [String] = [sans], size: Double = 32, width: Double? = nil, height: Double? = nil,
        format: DrawingRequest.Format = .raw, ground: DrawingRequest.Ground = .mask, scale: Double = 1,
        _ change: (inout TextDrawing) -> Void = { _ in }
    ) async throws -> Drawn {
        let run = TextDrawing.Run(start: 0, end: text.utf8.count, face: 0, size: size)
        var drawing = TextDrawing(
            text: text, runs: text.isEmpty ? [] : [run], width: width, height: height)
        change(&drawing)
        let faces = fonts.indices.map { DrawingRequest.Face(file: $0, index: 0, isFallback: $0 > 0) }
        let request = DrawingRequest(
            faces: faces, content: .text(drawing), format: format, ground: ground, scale: scale)
        return try await draw(request, fonts: fonts.map { try OwnedFileDescriptor.reading($0) })
    }
}
