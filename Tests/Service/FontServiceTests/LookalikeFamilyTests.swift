import FontModel
import InspectionProtocol
import LinuxSystem
import Registry
import Testing

@testable import FontService

/// Families whose names look like those of the system.
@Suite struct `A family with letters of other alphabets` {
    private func face(_ family: String, style: String = "Regular") -> FaceDescription {
        FaceDescription(
            index: 0, postscriptName: "Lookalike", family: family, style: style, fullName: "\(family) \(style)",
            weight: 400, width: 100, slant: .upright)
    }

    /// Registers a font beside a system family, and returns the warnings.
    private func warnings(about family: String, beside system: String) throws -> [RegistrationWarning] {
        let other = SystemFace(path: "/usr/share/fonts/a.ttf", identity: FaceIdentity(face(system, style: "Bold")))
        var planner = LibraryPlanner(names: [:], usage: [:], systemFaces: [system.fontNameKey: [other]])
        let font = try FontCandidate(
            memory: SealedMemory(bytes: Array(family.utf8)),
            inspection: FontInspection(format: .truetype, faces: [face(family)], findings: [], scanCost: 100))
        let request = LibraryRequest(
            .register([font], .enabled), by: try .program("org.example.Foundry"))
        let result = try planner.apply(request)[0].get()
        #expect(result.isEnabled)
        return result.warnings
    }

    @Test(arguments: [
        ("\u{410}rial", "Arial"), ("\u{422}\u{410}\u{41D}\u{41E}\u{41C}\u{410}", "TAHOMA"),
        ("\u{422}\u{410}\u{41D}\u{41E}\u{41C}\u{410}", "Tahoma"), ("N\u{3BF}to-Sans", "Noto Sans"),
        ("\u{420}\u{422} Sans", "PT Sans"), ("C\u{578}rsiva", "Cnrsiva"),
    ])
    func `is told of where the system has a family that looks like it`(family: String, system: String) throws {
        let told = try warnings(about: family, beside: system)
        #expect(told.map(\.kind) == [.lookalikeFamily])
        #expect(told.first?.owner == FontError.systemOwner)
        #expect(told.first?.message.contains("'\(family)'") == true)
        #expect(told.first?.message.contains("'\(system)'") == true)
    }

    @Test(arguments: [
        ("\u{410}rial", "Verdana"), ("Arial", "Verdana"), ("Ariel", "Arial"),
        // These have a letter that looks like no Latin one.
        ("\u{411}rial", "Brial"), ("\u{428}\u{440}\u{438}\u{444}\u{442}", "Arial"),
    ])
    func `is not told of otherwise`(family: String, system: String) throws {
        #expect(try warnings(about: family, beside: system) == [])
    }
}
