import DBus
import Testing

@testable import Commands

@Suite struct ExportedFileNameTests {
    private func font(_ name: String, style: String = "") -> FontRecord {
        FontRecord(["postscript_name": BusVariant(name), "style": BusVariant(style), "format": BusVariant("cff")])
    }

    @Test func `Names that are equal but for case are told apart by style, and else by number`() {
        let fonts = [font("A-B", style: "Bold"), font("a-b", style: "Light"), font("C"), font("c"), font("D..E")]
        #expect(
            ExportedFileName.names(for: fonts) == ["A-B-Bold.otf", "a-b-Light.otf", "C.otf", "c-2.otf", "D..E.otf"])
    }

    @Test func `A long name is cut, and its style or number is kept within what file systems allow`() {
        let long = String(repeating: "é", count: 300)
        let names = ExportedFileName.names(for: [font(long, style: long), font(long, style: long)])
        #expect(Set(names).count == 2)
        for name in names { #expect(name.utf8.count <= 255 && name.hasSuffix(".otf")) }
    }

    @Test(
        arguments: [
            ("a/b/Lato.ttf", nil, "Lato.ttf"), ("a/.hidden.ttf", nil, "hidden.ttf"), ("a/web.woff2", "otf", "web.otf"),
            ("a/..", nil, "font"), ("a/b\nc.ttf", nil, "b_c.ttf"),
        ] as [(String, String?, String)])
    func `An entry of an archive is written under its own name, without directories`(
        entry: String, fileExtension: String?, name: String
    ) {
        #expect(ExportedFileName.name(forEntry: entry, fileExtension: fileExtension) == name)
    }
}
