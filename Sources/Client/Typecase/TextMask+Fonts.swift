internal import DBus
internal import LinuxSystem

extension FontManager {
    /// The attributes of a text's parts; fonts of this process, which the service does not have, are handed over.
    ///
    /// - Parameter mask: The text.
    /// - Returns: The attributes, as `org.typecase.Rendering1` takes them.
    /// - Throws: ``FontManagerError`` where a font of this process cannot be opened; `CancellationError`.
    func attributes(of mask: TextMask) async throws -> [[String: BusVariant]] {
        var attributes = mask.attributes
        guard mask.runs.contains(where: { $0.font != nil }) else { return attributes }
        let own = try await files.run { [processFonts] in
            let faces = processFonts.faces(for: mask.runs.map { $0.font ?? FontDescriptor() }, mandatory: [])
            return try zip(mask.runs, faces).map { run, face -> (file: OwnedFileDescriptor, face: FontFace)? in
                guard run.font != nil, let face else { return nil }
                return (try processFonts.open(face.id), face)
            }
        }
        for (index, own) in own.enumerated() {
            guard let own else { continue }
            attributes[index]["file"] = BusVariant(own.file)
            attributes[index]["face_index"] = BusVariant(UInt32(clamping: own.face.index))
            if !own.face.variation.isEmpty { attributes[index]["instance"] = BusVariant(own.face.variation) }
        }
        return attributes
    }
}
