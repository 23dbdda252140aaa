import FontModel
import InspectionClient
import InspectionProtocol
import LinuxSystem
import RenderingClient
import RenderingProtocol
import TestSupport
import Testing

/// Pages that show fonts, drawn by real workers.
struct SpecimenDrawingTests {
    private let board = DrawingBoard()

    private func draw(
        _ specimen: SpecimenDrawing, _ font: [UInt8], format: DrawingRequest.Format = .none
    ) async throws -> DrawingBoard.Drawn {
        let scratch = try ScratchDirectory()
        let path = try scratch.write(font, to: "font.ttf")
        let request = DrawingRequest(
            faces: [.init(file: 0, index: 0)], content: .specimen(specimen), format: format, ground: .paper)
        return try await board.draw(request, fonts: [OwnedFileDescriptor.reading(path)])
    }

    /// A font with the characters of some ranges, and of ASCII.
    private func font(_ ranges: ClosedRange<UInt32>..., family: String = "Specimen") -> [UInt8] {
        var builder = FontBuilder(family: family)
        let characters = (ranges + [0x20...0x7E]).flatMap { $0.compactMap(Unicode.Scalar.init) }
        builder.characters = String(String.UnicodeScalarView(characters))
        return builder.build()
    }

    private static let (thai, hebrew) = (UInt32(0xE01)...UInt32(0xE5B), UInt32(0x5D0)...UInt32(0x5EA))
    private static let (greek, cyrillic) = (UInt32(0x370)...UInt32(0x3FF), UInt32(0x400)...UInt32(0x4FF))

    @Test func `a sample is in the script that the font is made for`() async throws {
        func sample(_ font: [UInt8], languages: [String] = []) async throws -> String {
            try await draw(SpecimenDrawing(kind: .waterfall, languages: languages), font).result.sampleText
        }
        func isOf(_ block: ClosedRange<UInt32>, _ text: String) -> Bool {
            text.unicodeScalars.contains { block.contains($0.value) }
        }
        #expect(isOf(Self.thai, try await sample(font(Self.thai))))
        #expect(isOf(Self.hebrew, try await sample(font(Self.hebrew))))
        // Many scripts, or those of many languages: Latin comes first.
        for font in [font(Self.thai, Self.hebrew), font(Self.hebrew, Self.greek, Self.cyrillic), font()] {
            #expect(try await sample(font).unicodeScalars.allSatisfy(\.isASCII))
        }
        // A language without a sample text, such as Afar, is no reason for an English one.
        #expect(isOf(Self.thai, try await sample(font(Self.thai), languages: ["aa"])))
        #expect(try await sample(font(Self.thai), languages: ["aa", "en"]).unicodeScalars.allSatisfy(\.isASCII))
        await board.pool.shutdown()
    }

    @Test func `a font without a label is called by its own name`() async throws {
        let font = font(family: "Own Name")
        var specimen = SpecimenDrawing(kind: .waterfall, text: "abc", labels: [""], sizes: [20])
        let without = try await draw(specimen, font, format: .raw)
        specimen.labelFace = 0
        let named = try await draw(specimen, font, format: .raw)
        #expect(named.picture.height > without.picture.height)
        specimen.labels = ["Own Name Regular"]
        #expect(try await draw(specimen, font, format: .raw).bytes == named.bytes)
        // A label that cannot be drawn is left out, and the page is drawn.
        specimen.labels = ["a" + String(repeating: "\u{301}", count: 40)]
        #expect(try await draw(specimen, font, format: .raw).picture.height == without.picture.height)
        await board.pool.shutdown()
    }

    @Test(arguments: SpecimenDrawing.Kind.allCases.filter { $0 != .instances && $0 != .comparison })
    func `sizes that are too small are refused and end no worker`(kind: SpecimenDrawing.Kind) async throws {
        for size in [1e-30, 0.001] {
            let error = await #expect(throws: RenderingError.self) {
                _ = try await draw(SpecimenDrawing(kind: kind, sizes: [size]), font(), format: .png)
            }
            guard case .invalidRequest(let message)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(message.contains("1/64"))
        }
        #expect(await board.pool.statistics[.render].crashes == 0)
        await board.pool.shutdown()
    }

    @Test func `a text that is too long for a page is refused with the limit`() async throws {
        let longest = String(repeating: "ab ", count: 682) + "ab"
        try #require(longest.utf8.count == DrawingLimits.specimenText)
        let drawn = try await draw(SpecimenDrawing(kind: .paragraph, text: longest), font())
        #expect(drawn.result.lineCount > 10 && drawn.result.sampleText == longest)
        let error = await #expect(throws: RenderingError.self) {
            _ = try await draw(SpecimenDrawing(kind: .features, text: longest + "a"), font())
        }
        guard case .font(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.code == .exceededResourceLimit && error.message.contains("2048"), "\(error)")
        await board.pool.shutdown()
    }
}
