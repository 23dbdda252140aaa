import FontModel
import Fontconfig
import InspectionProtocol
import LinuxSystem
import Testing

@testable import Inspector

struct RehearsalTests {
    @Test func `the font of the rehearsal goes all the way through an examination`() throws {
        let memory = try SealedMemory(bytes: WarmUpFont.bytes)
        let inspection = FontExamination(FreeTypeLibrary()).examine(memory.descriptor)
        #expect(inspection.refusal == nil)
        let face = try #require(inspection.faces.first)
        #expect(face.coverage.count == 95)
        #expect(!face.languages.isEmpty)
        #expect(face.scripts == ["latn"])
    }
}
