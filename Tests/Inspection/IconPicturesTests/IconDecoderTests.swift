import IconPictures
import InspectionProtocol
import TestSupport
import Testing

/// What is an icon, and what it becomes, without a worker around it.
struct IconDecoderTests {
    private let decoder = IconDecoder()

    private func refusal(_ file: [UInt8]) -> IconRefusal? {
        do throws(IconRefusal) {
            _ = try decoder.pictures(of: file)
            return nil
        } catch {
            return error
        }
    }

    private func pixels(_ png: [UInt8]) throws -> Pixels { try Pixels(png: png.span.bytes) }

    private func svg(_ content: String, size: String = "width='64' height='64'", prolog: String = "") -> [UInt8] {
        Array("\(prolog)<svg xmlns='http://www.w3.org/2000/svg' \(size)>\(content)</svg>".utf8)
    }

    @Test func `An SVG becomes a PNG of each size of icon themes, with its colors`() throws {
        let pictures = try decoder.pictures(of: svg("<rect width='64' height='64' fill='#ff8000'/>"))
        #expect(pictures.map(\.size) == IconPicture.sizes)
        for picture in pictures {
            let pixels = try self.pixels(picture.png)
            #expect(pixels.side == picture.size)
            let middle = (pixels.side / 2 * pixels.side + pixels.side / 2) * 4
            #expect(Array(pixels.bytes[middle..<middle + 4]) == [0xFF, 0x80, 0x00, 0xFF])
        }
    }

    @Test func `Colors of what is half transparent are not darker`() throws {
        let pictures = try decoder.pictures(of: svg("<rect width='64' height='64' fill='#c86432' opacity='0.5'/>"))
        let pixels = try pixels(try #require(pictures.last).png)
        let found = pixels.bytes[0..<4].map(Int.init)
        for (value, wanted) in zip(found, [0xC8, 0x64, 0x32, 0x80]) { #expect(abs(value - wanted) <= 2, "\(found)") }
    }

    @Test func `A PNG is encoded again without what else is in it, and of odd sizes made smaller`() throws {
        let large = try #require(decoder.pictures(of: svg("<path d='M0 0h64v64z' fill='red'/>")).last).png
        let again = try decoder.pictures(of: PNGEditing.adding("tEXt", Array("Comment\0secret".utf8), to: large))
        #expect(again.map(\.size) == [512])
        #expect(try self.pixels(again[0].png) == self.pixels(large))
        #expect(!again[0].png.contains(sequence: Array("secret".utf8)))
        let odd = try self.pixels(large).scaled(to: 300)
        let scaled = try decoder.pictures(of: odd.png())
        #expect(scaled.map(\.size) == [256])
        // The diagonal stays one: transparent below, red above.
        let pixels = try self.pixels(scaled[0].png)
        #expect(Array(pixels.bytes[(10 * 256 + 200) * 4..<(10 * 256 + 200) * 4 + 4]) == [255, 0, 0, 255])
        #expect(pixels.bytes[(200 * 256 + 10) * 4 + 3] == 0)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        var content: String
        var prolog = ""
        var size = "width='64' height='64'"
        var words: String
        var testDescription: String { prolog + size + content }
    }

    @Test(arguments: [
        Bad(content: "<text>a</text>", words: "<text>"),
        Bad(content: "<s:text xmlns:s='http://www.w3.org/2000/svg'>a</s:text>", words: "<text>"),
        Bad(content: "<TEXT>a</TEXT>", words: "<text>"),
        Bad(content: "<script>alert(1)</script>", words: "<script>"),
        Bad(content: "<rect onload='alert(1)' width='1' height='1'/>", words: "script in onload"),
        Bad(content: "<image href='file:///etc/passwd'/>", words: "<image>"),
        Bad(content: "<use href='file:///tmp/a.svg#b'/>", words: "external"),
        Bad(content: "<use xlink:href='http://a/b' xmlns:xlink='http://www.w3.org/1999/xlink'/>", words: "external"),
        Bad(content: "<use href='&#104;ttp://a'/>", words: "external"),
        Bad(content: "<style>@import 'a.css';</style>", words: "external"),
        Bad(content: "<style><![CDATA[ rect { fill: url(file:///a) } ]]></style>", words: "external"),
        Bad(content: "<rect style='fill:u\\72l(a)'/>", words: "external"),
        Bad(content: "<rect fill='url( \"http://a\")'/>", words: "external"),
        Bad(content: "<foreignObject/>", words: "<foreignobject>"),
        Bad(content: "<animate attributeName='x'/>", words: "<animate>"),
        Bad(content: "<rect", words: "damaged"),
        Bad(content: "<rect a=b/>", words: "damaged"),
        Bad(content: "", prolog: "<!DOCTYPE svg [<!ENTITY a \"b\">]>", words: "entities"),
        Bad(content: "", prolog: "<?xml-stylesheet href='a'?>", words: "external"),
        Bad(content: "", prolog: "<?xml version='1.0' encoding='UTF-7'?>", words: "UTF-8"),
        Bad(content: "", prolog: "<html>", words: "neither a PNG nor an SVG"),
        Bad(content: "", size: "width='4097' height='4097'", words: "larger than 4096"),
        Bad(content: "", size: "width='64' height='32'", words: "square"),
    ])
    func `An SVG that is more than a drawing is refused with what has to be removed`(_ bad: Bad) throws {
        let refusal = try #require(self.refusal(svg(bad.content, size: bad.size, prolog: bad.prolog)))
        #expect(refusal.description.contains(bad.words), "\(refusal)")
    }

    @Test func `References within the drawing are well`() throws {
        let content = """
            <!-- <text> is mentioned only --><defs><linearGradient id='g'><stop offset='0' stop-color='red'/>
            </linearGradient><path id='p' d='M0 0h9v9z'/></defs><style>.a { fill: url(#g); }</style>
            <rect class='a' width='64' height='64'/><use href='#p'/><rect fill="url('#g')" width='2' height='2'/>
            """
        let prolog =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"a.dtd\">"
        #expect(refusal(svg(content, prolog: prolog)) == nil)
    }

    @Test func `What is no picture, or none of an icon, is refused`() throws {
        #expect(refusal([])?.kind == .unrecognized)
        #expect(refusal(Array("GIF89a".utf8))?.kind == .unrecognized)
        #expect(refusal([0xFF, 0xD8, 0xFF, 0xE0])?.kind == .unrecognized)
        #expect(refusal([UInt8](repeating: 32, count: IconLimits.fileSize + 1))?.kind == .tooLarge)
        let png = try #require(decoder.pictures(of: svg("<path d='M0 0h64v64z'/>")).last).png
        #expect(refusal(Array(png.dropLast(200)))?.description == "The PNG is damaged.")
        #expect(refusal(Array(png.prefix(40)))?.description == "The PNG is damaged.")
        let moving = PNGEditing.adding("acTL", [0, 0, 0, 2, 0, 0, 0, 0], to: png)
        #expect(refusal(moving)?.description.contains("animated") == true)
        let small = try pixels(png).scaled(to: 15).png()
        #expect(refusal(small)?.description.contains("at least 16") == true)
        // 100,000 pixels on each side, of which nothing is there: no memory is asked for.
        let huge = PNGEditing.settingSize(100_000, 100_000, of: png)
        #expect(refusal(huge)?.kind == .tooLarge)
        #expect(refusal(PNGEditing.settingSize(512, 256, of: png))?.description.contains("square") == true)
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: sequence) }
    }
}
