import FontModel
import Fontconfig
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import InspectionWorker

/// The time that a sample of text may take to be shaped.
struct ShapingTimeTests {
    private func inspect(_ font: FontBuilder, shapingTime: Int64) throws -> FontInspection {
        let memory = try SealedMemory(bytes: font.build())
        return FontExamination(FreeTypeLibrary(), shapingTime: shapingTime).examine(try MappedFont(memory.descriptor))
    }

    @Test func `a font whose sample takes longer is refused for that and for nothing else`() throws {
        let inspection = try inspect(SampleTables.layout, shapingTime: 0)
        #expect(inspection.findings.map(\.rule) == ["Shaping"])
        #expect(inspection.refusal?.kind == .limit)
        #expect(inspection.faces == [])
    }

    @Test func `a font whose sample takes no longer passes`() throws {
        let inspection = try inspect(SampleTables.layout, shapingTime: 60_000_000_000)
        #expect(inspection.findings == [])
        #expect(inspection.faces.count == 1)
    }
}
