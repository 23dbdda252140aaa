import DBus
import Testing

@testable import Commands

@Suite struct `Families that are found` {
    /// As a list that comes as a file has numbers: whole ones without a fraction.
    private static let list = #"""
        {"id":"1","full_name":"Lato Black","family":"Lato Black","typographic_family":"Lato","style":"Black","weight":900,"width":100,"slant":"upright"}
        {"id":"2","full_name":"Lato Italic","family":"Lato","style":"Italic","weight":400,"width":100,"slant":"italic"}
        {"id":"3","full_name":"Lato Semi","family":"Lato","style":"Semi","weight":512.5,"width":100,"slant":"upright"}
        {"id":"4","full_name":"Lato Regular","family":"Lato","style":"Regular","weight":400,"width":100,"slant":"upright"}
        {"id":"5","full_name":"Lato Regular","family":"Lato","style":"Regular","weight":400,"width":100,"slant":"upright"}

        """#

    private func plainest(of faces: [FontRecord]) -> String? {
        FoundFamily.families(of: faces, for: FontWords(["lato"])).first?.plainest.text("id")
    }

    @Test func `are shown by their plainest face, of equals by the first`() throws {
        let keys = CommandSession.nameKeys + FontRecord.styleKeys
        let faces = try CommandSession.records(in: Array(Self.list.utf8), keys)
        #expect(plainest(of: faces) == "4")
        #expect(
            FoundFamily.families(of: faces, for: FontWords(["lato"])).first?.styles
                == ["Regular", "Semi", "Black", "Italic"])
        #expect(plainest(of: Array(faces.prefix(3))) == "3", "the slant counts before the weight")
        #expect(plainest(of: Array(faces.prefix(2))) == "1")
        // From the bus all weights are doubles.
        let black = FontRecord(["id": BusVariant("a"), "family": BusVariant("Lato"), "weight": BusVariant(900.0)])
        let book = FontRecord(["id": BusVariant("b"), "family": BusVariant("Lato"), "weight": BusVariant(380.0)])
        #expect(plainest(of: [black, book]) == "b")
    }
}
