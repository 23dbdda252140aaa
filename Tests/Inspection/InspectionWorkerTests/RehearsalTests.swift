import FontModel
import Fontconfig
import InspectionProtocol
import LinuxSystem
import SandboxedWorker
import Testing

@testable import InspectionWorker

struct RehearsalTests {
    @Test func `the font of the rehearsal goes all the way through an examination`() throws {
        let memory = try SealedMemory(bytes: WarmUpFont.bytes)
        let inspection = FontExamination(FreeTypeLibrary()).examine(memory.descriptor)
        // It declares no checksums and has one name for everything, which is worth warnings and costs nothing.
        #expect(inspection.findings.allSatisfy { $0.code == .warning })
        let face = try #require(inspection.faces.first)
        #expect(face.coverage.count == 95)
        #expect(!face.languages.isEmpty)
        #expect(face.scripts == ["latn"])
    }
}
