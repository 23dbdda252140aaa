internal import BusInterface
internal import DBus
internal import LinuxSystem

/// Finds the faces of this process and those that the service knows.
struct FaceSearch: Sendable {
    let service: ServiceConnection
    let processScope: ProcessScope
    /// The threads for work that blocks.
    let files: BlockingThreads

    /// Returns the best enabled face for each descriptor.
    func matching(
        _ descriptors: [FontDescriptor], mandatory: Set<FontDescriptor.Attribute>
    ) async throws -> [FontFace?] {
        var found: [FontFace?] = try await files.run { [processScope] in
            processScope.faces(for: descriptors, mandatory: mandatory)
        }
        let rest = descriptors.indices.filter { found[$0] == nil && descriptors[$0].source != .process }
        var options: [String: BusVariant] = [:]
        if !mandatory.isEmpty { options["mandatory"] = BusVariant(mandatory.map(\.rawValue).sorted()) }
        for part in Array(rest).batches(of: MessageLimits.items).map(Array.init) {
            let faces = try await service.call { [options] (session, _) throws(BusError) in
                try await session.fonts.match(
                    descriptors: part.map { descriptors[$0].dictionary }, options: options)
            }
            for (index, face) in zip(part, faces) where !face.isEmpty { found[index] = FontFace(BusRecord(face)) }
        }
        return found
    }

    /// Returns the names of the families, each once, in the order of the user's language.
    func familyNames() async throws -> [String] {
        let own = try await files.run { [processScope] in processScope.faces().map(\.familyName) }
        let names = try await service.call { (session, _) throws(BusError) in
            var names = Set(own)
            try await BusPages.forEach([:]) { page throws(BusError) in
                let reply = try await session.fonts.listFamilies(filter: page)
                return (reply.families, reply.cursor)
            } body: {
                names.formUnion($0)
            }
            return names
        }
        return names.sorted(by: FontManager.isFamilyName(_:before:))
    }

    /// Returns the PostScript names, each once.
    func postScriptNames() async throws -> [String] {
        let own = try await files.run { [processScope] in processScope.faces().map(\.postscriptName) }
        let names = try await service.call { (session, _) throws(BusError) in
            var names = Set(own)
            try await BusPages.forEach([:]) { page throws(BusError) in
                let reply = try await session.fonts.listFaces(filter: page)
                return (reply.faces, reply.cursor)
            } body: {
                names.formUnion($0.map { BusRecord($0).text("postscript_name") })
            }
            return names
        }
        return names.subtracting([""]).sorted(by: FontManager.isFamilyName(_:before:))
    }

    /// Returns the faces that pass a filter.
    func faces(matching filter: FontFaceFilter, includingDetails: Bool) async throws -> [FontFace] {
        let own = try await files.run { [processScope] in processScope.faces(filter, withDetails: includingDetails) }
        if filter.source == .process { return own }
        var entries: [String: BusVariant] = [:]
        if let family = filter.familyName { entries["family"] = BusVariant(family) }
        if !filter.languages.isEmpty { entries["languages"] = BusVariant(filter.languages) }
        if let isMonospace = filter.isMonospace { entries["monospace"] = BusVariant(isMonospace) }
        if let isVariable = filter.isVariable { entries["variable"] = BusVariant(isVariable) }
        if let source = filter.source { entries["source"] = BusVariant(source.rawValue) }
        if includingDetails { entries["details"] = BusVariant(true) }
        return try await service.call { [entries] (session, _) throws(BusError) in
            var faces = own
            try await BusPages.forEach(entries) { page throws(BusError) in
                let reply = try await session.fonts.listFaces(filter: page)
                return (reply.faces, reply.cursor)
            } body: { page in
                faces += page.map { dictionary in
                    let record = BusRecord(dictionary)
                    var face = FontFace(record)
                    if includingDetails { face.details = FontFaceDetails(record) }
                    return face
                }
            }
            return faces
        }
    }
}
