import FontModel
import Glibc
import LinuxSystem
import Registry
import TestSupport
import Testing

@testable import FontService

/// Which files of the system are lent to sandboxes as they are.
@Suite struct `A font file of the system` {
    @Test func `is root's where root alone decides what is there`() throws {
        #expect(try SystemFontFile(opening: "/etc/passwd").isOfRoot)
        #expect(try !SystemFontFile(opening: "/etc/../etc/passwd").isOfRoot)
    }

    @Test func `is not root's where the user decides what is there`() throws {
        let scratch = try ScratchDirectory()
        let own = try scratch.write("own", to: "own.ttf")
        #expect(try !SystemFontFile(opening: own).isOfRoot)
        for (name, target) in [("link.ttf", "/etc/passwd"), ("directory", "/etc")] {
            try retryingInterrupts { symlink(target, scratch[name]) }
        }
        #expect(try !SystemFontFile(opening: scratch["link.ttf"]).isOfRoot, "a link of the user's to a file of root's")
        #expect(try !SystemFontFile(opening: scratch["directory/passwd"]).isOfRoot)
    }

    @Test func `is a regular file that is there`() throws {
        let scratch = try ScratchDirectory()
        #expect(throws: FontError(.fileNotFound, "The font's file no longer exists.")) {
            try SystemFontFile(opening: scratch["gone.ttf"])
        }
        for path in ["/dev/null", scratch.path] {
            let error = #expect(throws: FontError.self) { try SystemFontFile(opening: path) }
            #expect(error?.code == .insufficientPermissions)
        }
    }

    @Test func `holds a face where index and a name are the same`() {
        var known = FaceDescription(index: 1, postscriptName: "Lato-Bold", family: "Lato")
        func isAmong(_ faces: FaceDescription...) -> Bool {
            FaceRecord(id: FontIdentifier(rawValue: "system-1"), source: .system, face: known).isAmong(faces)
        }
        let other = FaceDescription(index: 0, postscriptName: "Other", family: "Other")
        #expect(isAmong(other, FaceDescription(index: 1, postscriptName: "Lato-Bold")))
        #expect(isAmong(other, FaceDescription(index: 1, postscriptName: "Made-Up", family: "Lato")))
        #expect(!isAmong(other, FaceDescription(index: 1, postscriptName: "Other", family: "Other")))
        #expect(!isAmong(FaceDescription(index: 0, postscriptName: "Lato-Bold", family: "Lato")))
        known.postscriptName = ""
        known.family = ""
        #expect(!isAmong(FaceDescription(index: 1)), "what has no name is nothing's namesake")
    }
}
