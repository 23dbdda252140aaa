internal import Fontconfig
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

extension FontExamination {
    /// The most faces to try per file; further faces resemble the first ones.
    private static let triedFaces = 16
    /// The most glyphs to load for all of these faces together.
    private static let triedGlyphs = 0x2000

    /// Returns why the libraries that programs use cannot show a font, or `nil` if they can.
    ///
    /// Our own checks do not count for this.
    func failureInPrograms(_ descriptor: OwnedFileDescriptor) -> String? {
        guard let freeType else { return "FreeType cannot be started." }
        let font: MappedFont
        do throws(Errno) { font = try MappedFont(descriptor) } catch { return "The font cannot be mapped: \(error)." }
        do throws(FreeTypeFace.Failure) {
            let count = try FreeTypeFace(font, index: 0, freeType).faceCount
            var share = GlyphShare(total: Self.triedGlyphs, faces: min(max(count, 1), Self.triedFaces))
            for index in 0..<min(max(count, 1), Self.triedFaces) {
                let face = try FreeTypeFace(font, index: index, freeType)
                let loaded = try face.loadGlyphs(
                    limit: face.isScalable ? share.next : min(share.next, Self.bitmapLimit))
                share.use(loaded.count)
                let query = try face.query(index: index)
                let findings = font.withBytes { shape(query.coverage, face: index, of: $0) }
                if let finding = findings.first(where: { $0.kind != .warning }) { return finding.message }
            }
            return nil
        } catch {
            return Self.message(error)
        }
    }
}
