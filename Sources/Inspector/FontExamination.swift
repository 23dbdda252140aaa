internal import FontModel
internal import Fontconfig
internal import InspectionProtocol
internal import LinuxSystem
internal import SFNT
internal import SystemPackage

/// Examines one font: first with our own reader, and what passes with the libraries that programs will use.
struct FontExamination {
    private let freeType: FreeTypeLibrary?

    init(_ freeType: FreeTypeLibrary?) { self.freeType = freeType }

    func examine(_ descriptor: OwnedFileDescriptor) -> FontInspection {
        do throws(Errno) {
            return examine(try MappedFont(descriptor))
        } catch {
            return error == .invalidArgument
                ? FontReader.inspect([UInt8]().span.bytes)
                : .refused(.init(kind: .limit, rule: "Memory", message: "The font cannot be mapped: \(error)."))
        }
    }

    func examine(_ font: MappedFont) -> FontInspection {
        var inspection = font.withBytes { FontReader.inspect($0) }
        guard inspection.refusal == nil else { return inspection }
        do throws(FreeTypeFace.Failure) {
            for index in inspection.faces.indices { try complete(&inspection.faces[index], font) }
            inspection.scanCost = ScanCost.estimate(inspection.faces)
        } catch {
            inspection.faces = []
            inspection.findings.append(Self.finding(error))
        }
        return inspection
    }

    private func complete(_ face: inout FaceDescription, _ font: MappedFont) throws(FreeTypeFace.Failure) {
        guard let freeType else { throw .opening(0) }
        let opened = try FreeTypeFace(font, index: face.index, freeType)
        try opened.loadSample()
        let query = try opened.query(index: face.index)
        face.languages = query.languages
        face.coverage = query.coverage
        face.isMonospace = face.isMonospace || query.isMonospace
    }

    private static func finding(_ failure: FreeTypeFace.Failure) -> FontInspection.Finding {
        let message =
            switch failure {
            case .opening(let error): "FreeType cannot open a face (error \(error))."
            case .glyph(let glyph, let error): "FreeType cannot load glyph \(glyph) (error \(error))."
            case .query: "fontconfig finds nothing in a face that programs could use."
            }
        return FontInspection.Finding(kind: .invalid, rule: "Font basic parsability", message: message)
    }
}
