internal import DBus
internal import LinuxSystem

/// A face of this process in which a part of a text is set.
private struct HandedOver: Sendable {
    var face: FontFace
    /// The open file of the face, in the first part that has the face.
    var file: OwnedFileDescriptor?
    /// The number of the first part, in each further part that has the face.
    var earlier: Int?
}

extension FontManager {
    /// Returns the attributes of a text's parts.
    ///
    /// The service does not have the fonts of this process: their files are sent with the attributes, each once, even
    /// if several parts use the same file.
    ///
    /// - Parameter mask: The text.
    /// - Returns: The attributes in the form of `org.typecase.Rendering1`.
    /// - Throws: ``FontManagerError`` if a font of this process cannot be opened; `CancellationError`.
    func attributes(of mask: TextMask) async throws -> [[String: BusVariant]] {
        var attributes = mask.attributes
        guard mask.runs.contains(where: { $0.font != nil }) else { return attributes }
        let own = try await files.run { [processScope] in
            let faces = processScope.faces(
                for: mask.runs.map { $0.font ?? FontDescriptor() }, mandatory: [],
                includesOthers: mask.includesApplicationFonts)
            var first: [String: Int] = [:]
            return try zip(mask.runs, faces).enumerated().map { index, part -> HandedOver? in
                guard part.0.font != nil, let face = part.1 else { return nil }
                if let earlier = first[face.id] { return HandedOver(face: face, earlier: earlier) }
                first[face.id] = index
                return HandedOver(face: face, file: try processScope.open(face))
            }
        }
        for (index, own) in own.enumerated() {
            guard let own else { continue }
            if let file = own.file { attributes[index]["file"] = BusVariant(file) }
            if let earlier = own.earlier { attributes[index]["file_of"] = BusVariant(UInt32(clamping: earlier)) }
            attributes[index]["face_index"] = BusVariant(UInt32(clamping: own.face.index))
            if !own.face.variation.isEmpty { attributes[index]["instance"] = BusVariant(own.face.variation) }
        }
        return attributes
    }
}
