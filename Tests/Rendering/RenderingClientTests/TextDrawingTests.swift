import FontModel
import Glibc
import InspectionClient
import InspectionProtocol
import LinuxSystem
import RenderingClient
import RenderingProtocol
import TestSupport
import Testing

struct TextDrawingTests {
    private let board = DrawingBoard()

    @Test func `a line is measured, and drawn where the measures say`() async throws {
        let drawn = try await board.draw("Hamburg", size: 40)
        let box = drawn.result.inkBox
        let columns = try #require(drawn.inkedColumns)
        let rows = try #require(drawn.inkedRows)
        #expect(drawn.result.lineCount == 1 && drawn.result.fittedLength == 7 && drawn.result.missingCount == 0)
        #expect(abs(Double(columns.lowerBound) - box.x) <= 1.5)
        #expect(abs(Double(columns.upperBound + 1) - box.x - box.width) <= 1.5)
        #expect(abs(Double(rows.lowerBound) - box.y) <= 1.5)
        #expect(abs(Double(rows.upperBound + 1) - box.y - box.height) <= 1.5)
        // The descender of the g is below the baseline, the rest on it.
        #expect(Double(rows.upperBound) > drawn.result.baseline + 5)
        await board.pool.shutdown()
    }

    @Test(arguments: TextDrawing.Alignment.allCases)
    func `lines lie in the frame as their alignment says, and in its middle`(
        alignment: TextDrawing.Alignment
    ) async throws {
        for (text, isRightToLeft) in [("Ab", false), ("אב", true)] {
            let drawn = try await board.draw(text, width: 400, height: 200) { $0.alignment = alignment }
            let columns = try #require(drawn.inkedColumns)
            let middle = (columns.lowerBound + columns.upperBound) / 2
            let isAtRight =
                alignment == .right || (alignment == .natural || alignment == .justified) && isRightToLeft
            switch alignment {
            case .center: #expect((195...205).contains(middle))
            default: #expect(isAtRight ? columns.upperBound > 390 : columns.lowerBound < 10)
            }
            let box = drawn.result.textBox
            #expect(abs(box.y + box.height / 2 - 100) < 0.6)
            #expect(drawn.picture.width == 400 && drawn.picture.height == 200)
        }
        await board.pool.shutdown()
    }

    @Test func `justified lines reach both edges but the last`() async throws {
        let text = "Several words that fill more than one line of the frame"
        let drawn = try await board.draw(text, size: 20, width: 220) { $0.alignment = .justified }
        #expect(drawn.result.lineCount > 2)
        let columns = try #require(drawn.inkedColumns)
        #expect(columns.lowerBound <= 3 && columns.upperBound >= 215)
        await board.pool.shutdown()
    }

    @Test func `a frame that is too small shows what fits, and says how much`() async throws {
        let text = "One two three four five six seven eight nine ten"
        let all = try await board.draw(text, size: 20, width: 120)
        #expect(all.result.fittedLength == text.utf8.count && all.result.lineCount >= 4)
        let height = all.result.suggestedHeight / Double(all.result.lineCount) * 2 + 1
        let cut = try await board.draw(text, size: 20, width: 120, height: height) { $0.hasEllipsis = false }
        #expect(cut.result.lineCount == 2 && cut.result.fittedLength < text.utf8.count)
        #expect(cut.result.fittedLength > 0 && cut.result.suggestedHeight == all.result.suggestedHeight)
        let ellipsis = try await board.draw(text, size: 20, width: 120, height: height)
        #expect(ellipsis.result.lineCount == 2 && ellipsis.result.fittedLength < text.utf8.count)
        #expect(ellipsis.bytes != cut.bytes)
        let limited = try await board.draw(text, size: 20, width: 120) { $0.lineLimit = 1 }
        #expect(limited.result.lineCount == 1 && (1..<10).contains(limited.result.fittedLength))
        let none = try await board.draw(text, size: 20, width: 120, height: 1)
        #expect(none.result.fittedLength == 0 && none.bytes.allSatisfy { $0 == 0 })
        await board.pool.shutdown()
    }

    @Test func `an ellipsis tells of paragraphs that follow, also where a line fits`() async throws {
        let drawn = try await board.draw("First\nsecond") { $0.lineLimit = 1 }
        let plain = try await board.draw("First")
        #expect(drawn.result.fittedLength == 5)
        #expect(drawn.result.textBox.width > plain.result.textBox.width + 10)
        await board.pool.shutdown()
    }

    @Test func `what no face has is left out and told, and another face can help`() async throws {
        let text = "Aあ"
        let without = try await board.draw(text, fonts: [DrawingBoard.sans])
        #expect(without.result.missingCount == 1 && without.result.missing == "あ")
        let scratch = try ScratchDirectory()
        var builder = FontBuilder(family: "Kana")
        builder.characters = " あいう"
        let kana = try scratch.write(builder.build(), to: "kana.ttf")
        let with = try await board.draw(text, fonts: [DrawingBoard.sans, kana])
        #expect(with.result.missingCount == 0 && with.result.missing.isEmpty)
        #expect(with.bytes != without.bytes)
        await board.pool.shutdown()
    }

    @Test func `what only the font of another part has is missing, until that font may help`() async throws {
        let scratch = try ScratchDirectory()
        var builder = FontBuilder(family: "Kana")
        builder.characters = " あ"
        let kana = try scratch.write(builder.build(), to: "kana.ttf")
        let fonts = try [DrawingBoard.sans, kana].map { try OwnedFileDescriptor.reading($0) }
        func draw(_ faces: [DrawingRequest.Face]) async throws -> DrawingResult {
            let runs = [
                TextDrawing.Run(start: 0, end: 4, face: 0, size: 20),
                TextDrawing.Run(start: 4, end: 7, face: 1, size: 20),
            ]
            let request = DrawingRequest(
                faces: faces, content: .text(TextDrawing(text: "Aああ", runs: runs)), format: .none, ground: .mask)
            return try await board.draw(request, fonts: fonts).result
        }
        let faces = [DrawingRequest.Face(file: 0, index: 0), DrawingRequest.Face(file: 1, index: 0)]
        let without = try await draw(faces)
        #expect(without.missingCount == 1 && without.missing == "あ")
        let with = try await draw(faces + [DrawingRequest.Face(file: 1, index: 0, isFallback: true)])
        #expect(with.missingCount == 0 && with.missing.isEmpty)
        await board.pool.shutdown()
    }

    @Test func `emoji are drawn with the font of their part, not with that of another`() async throws {
        let scratch = try ScratchDirectory()
        // The widths of the boxes differ.
        let fonts = try [" 😀", " abc😀"].enumerated().map { number, characters in
            var builder = FontBuilder(family: "Emoji \(number)")
            builder.characters = characters
            return try scratch.write(builder.build(), to: "\(number).ttf")
        }
        func draw(_ fonts: [String], face: Int) async throws -> DrawingBoard.Drawn {
            let run = TextDrawing.Run(start: 0, end: 4, face: face, size: 100)
            let request = DrawingRequest(
                faces: fonts.indices.map { DrawingRequest.Face(file: $0, index: 0) },
                content: .text(TextDrawing(text: "😀", runs: [run])), format: .raw, ground: .mask)
            return try await board.draw(request, fonts: fonts.map { try OwnedFileDescriptor.reading($0) })
        }
        let alone = try await (draw([fonts[0]], face: 0), draw([fonts[1]], face: 0))
        try #require(alone.0.bytes != alone.1.bytes && alone.0.bytes.contains(255))
        #expect(try await draw(fonts, face: 0).bytes == alone.0.bytes)
        #expect(try await draw(fonts, face: 1).bytes == alone.1.bytes)
        await board.pool.shutdown()
    }

    @Test func `sizes and frames are scaled to pixels, and measures are not`() async throws {
        let once = try await board.draw("Scale", width: 100, height: 50)
        let twice = try await board.draw("Scale", width: 100, height: 50, scale: 2)
        #expect(twice.picture.width == 200 && twice.picture.height == 100)
        #expect(abs(once.result.textBox.width - twice.result.textBox.width) < 1)
        await board.pool.shutdown()
    }

    @Test func `a picture is the same as raw bytes, as PNG, and as an SVG file of outlines`() async throws {
        let png = try await board.draw("Png", format: .png)
        #expect(png.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let svg = try await board.draw("Svg", format: .svg, ground: .clear)
        #expect(String(decoding: svg.bytes, as: UTF8.self).contains("<path"))
        let color = try await board.draw("Raw", ground: .clear)
        #expect(color.bytes.count == color.picture.width * color.picture.height * 4)
        let nothing = try await board.draw("Nothing", format: .none)
        #expect(nothing.bytes.isEmpty && nothing.result.picture == nil && nothing.result.suggestedWidth > 50)
        await board.pool.shutdown()
    }

    /// Scripts that libraries may want to load files for: a worker that opens one ends.
    @Test(arguments: [
        "ภาษาไทยเขียนติดกันโดยไม่เว้นวรรค", "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာ", "العربية", "हिन्दी", "ಕನ್ನಡ", "한국어", "漢字", "👩‍👩‍👧‍👦👍🏽🇩🇪",
        "a\u{301}\u{300}", "\u{301}\u{302}",
        "\u{1}\u{7F}\u{85}\u{200E}\u{FEFF}", "\u{10FFFF}\u{E000}\u{378}", "abc אבג 123 دهو", "",
    ])
    func `text of any script is laid out without a file`(text: String) async throws {
        let drawn = try await board.draw(text, size: 24, width: 100)
        #expect(drawn.result.lineCount >= 1)
        #expect(await board.pool.statistics[.render].crashes == 0)
        await board.pool.shutdown()
    }

    @Test func `what is too much is refused with its limit`() async throws {
        func refusal(_ body: () async throws -> Void) async -> RenderingError? {
            await #expect(throws: RenderingError.self) { try await body() }
        }
        let long = String(repeating: "x ", count: 40_000)
        #expect(await refusal { _ = try await board.draw(long, size: 4, width: 100) }?.text.contains("65536") == true)
        let marks = "a" + String(repeating: "\u{301}", count: 40)
        #expect(await refusal { _ = try await board.draw(marks) }?.text.contains("32") == true)
        let wide = String(repeating: "W", count: 60_000)
        #expect(await refusal { _ = try await board.draw(wide, size: 100) }?.text.contains("wider") == true)
        #expect(await refusal { _ = try await board.draw("a", width: 1e7) }?.text.contains("16384") == true)
        #expect(await refusal { _ = try await board.draw("a", width: 16_000, height: 16_000) } != nil)
        #expect(await refusal { _ = try await board.draw("a", size: 0) } != nil)
        for size in [1e-30, 0.001, 1.0 / 65] {
            guard case .invalidRequest(let message)? = await refusal({ _ = try await board.draw("a", size: size) })
            else {
                Issue.record("a size of \(size) is not the caller's mistake")
                continue
            }
            #expect(message.contains("1/64"))
        }
        #expect(try await board.draw("a", size: 1.0 / 64).result.lineCount == 1)
        #expect(await refusal { _ = try await board.draw("a", size: 1e6) } != nil)
        #expect(await refusal { _ = try await board.draw("a", scale: 0) } != nil)
        #expect(await refusal { _ = try await board.draw("a", width: .nan) } != nil)
        // The longest text that is not too long.
        let drawn = try await board.draw(String(repeating: "x ", count: 32_768), size: 4, width: 2000)
        #expect(drawn.result.lineCount > 50)
        #expect(await board.pool.statistics[.render].crashes == 0)
        await board.pool.shutdown()
    }

    @Test(arguments: ["trap", "exit"])
    func `a worker that dies of a font costs that picture only`(fault: String) async throws {
        let board = DrawingBoard.faulty()
        let scratch = try ScratchDirectory()
        var builder = FontBuilder(family: "Deadly")
        builder.tableOverrides["TEST"] = Array("/\(fault);".utf8)
        let deadly = try scratch.write(builder.build(), to: "deadly.ttf")
        let error = await #expect(throws: RenderingError.self) { _ = try await board.draw("a", fonts: [deadly]) }
        guard case .font(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.code == .invalidFontData && error.message.contains("Nothing is drawn"), "\(error)")
        #expect(await board.pool.statistics[.render].crashes == 1)
        #expect(try await board.draw("a").result.lineCount == 1)
        await board.pool.shutdown()
    }

    @Test func `a picture that takes too long is a limit, and the font is not blamed`() async throws {
        let board = DrawingBoard.faulty()
        let scratch = try ScratchDirectory()
        var builder = FontBuilder(family: "Endless")
        builder.tableOverrides["TEST"] = Array("/spin;".utf8)
        let endless = try scratch.write(builder.build(), to: "endless.ttf")
        let error = await #expect(throws: RenderingError.self) { _ = try await board.draw("a", fonts: [endless]) }
        guard case .font(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.code == .exceededResourceLimit && error.message.contains("smaller picture"), "\(error)")
        #expect(await board.pool.statistics[.render].timeouts == 1)
        #expect(try await board.draw("a").result.lineCount == 1)
        await board.pool.shutdown()
    }

    @Test(arguments: [DrawingRequest.Format.raw, .png])
    func `the largest picture in colour is drawn within the time of a worker`(
        format: DrawingRequest.Format
    ) async throws {
        let board = DrawingBoard()
        func draw() async throws -> DrawingBoard.Drawn? {
            do {
                return try await board.draw(
                    "Large", size: 400, width: 8_192, height: 4_096, format: format, ground: .clear)
            } catch RenderingError.font(let error) where error.code == .busy {
                return nil
            }
        }
        // A machine with much else to do is told as such; what the picture itself takes is counted by the kernel.
        var drawn: DrawingBoard.Drawn?
        for _ in 0..<5 where drawn == nil { drawn = try await draw() }
        let picture = try #require(drawn).picture
        #expect(picture.width * picture.height == DrawingLimits.area && picture.hasColor)
        await board.pool.shutdown()
    }

    @Test func `what is no font is refused, and the next picture is drawn`() async throws {
        let scratch = try ScratchDirectory()
        let text = try scratch.write(Array("not a font".utf8), to: "text.ttf")
        let error = await #expect(throws: RenderingError.self) { _ = try await board.draw("a", fonts: [text]) }
        guard case .font(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.code == .invalidFontData)
        #expect(try await board.draw("a").result.lineCount == 1)
        await board.pool.shutdown()
    }

    @Test func `a variable font is drawn at the place of its axes`() async throws {
        let scratch = try ScratchDirectory()
        var builder = FontBuilder(family: "Axes")
        builder.axes = [VariationAxis(tag: "wght", minimum: 100, defaultValue: 400, maximum: 900)]
        builder.axisShift = 120
        let font = try scratch.write(builder.build(), to: "axes.ttf")
        func draw(_ weight: Double) async throws -> DrawingBoard.Drawn {
            let run = TextDrawing.Run(start: 0, end: 3, face: 0, size: 40)
            let request = DrawingRequest(
                faces: [.init(file: 0, index: 0, coordinates: [.init(tag: "wght", value: weight)])],
                content: .text(TextDrawing(text: "ABC", runs: [run])), format: .raw, ground: .mask)
            return try await board.draw(request, fonts: [OwnedFileDescriptor.reading(font)])
        }
        let (regular, black) = (try await draw(400), try await draw(900))
        let columns = try (#require(regular.inkedColumns), #require(black.inkedColumns))
        // 120 thousandths of 40 pixels.
        #expect(abs(columns.1.lowerBound - columns.0.lowerBound - 5) <= 1)
        await board.pool.shutdown()
    }

    @Test func `a glyph that is far larger than the picture takes no more memory than that`() async throws {
        var builder = FontBuilder(family: "Vast")
        builder.characters = "A"
        let edge: UInt16 = 12_000
        let corners: [[UInt16]] = [[0 &- edge, 0, 2 * edge, 0], [0 &- edge, 2 * edge, 0, 0 &- 2 * edge]]
        func bytes(_ words: [UInt16]) -> [UInt8] { words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
        // One contour, its bounds, its last point, no instructions; the points are on the curve.
        let head = bytes([1, 0 &- edge, 0 &- edge, edge, edge, 3, 0])
        let glyph = head + [1, 1, 1, 1] + bytes(corners.flatMap(\.self))
        builder.tableOverrides["glyf"] = glyph
        builder.tableOverrides["loca"] = bytes([0, 0, 0, 0, 0, UInt16(glyph.count)])
        let scratch = try ScratchDirectory()
        let path = try scratch.write(builder.build(), to: "vast.ttf")
        let board = DrawingBoard()
        // A bitmap of it would have 21,600 pixels to a side, for which the worker has not enough memory.
        let drawn = try await board.draw("A", fonts: [path], size: 900)
        #expect(drawn.picture.height < 4_096 && drawn.picture.width < 4_096)
        #expect(drawn.bytes.contains(255), "the picture is within the glyph")
        await board.pool.shutdown()
    }
}

extension RenderingError {
    /// What it says.
    fileprivate var text: String {
        switch self {
        case .invalidRequest(let message): message
        case .font(let error): error.message
        }
    }
}
