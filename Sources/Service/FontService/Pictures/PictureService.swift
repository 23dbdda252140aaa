internal import FontModel
package import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import Registry
package import RenderingClient
internal import RenderingProtocol

/// Draws text with registered fonts, the system's fonts, and font files passed by callers.
package struct PictureService: Sendable {
    let queries: FontQueries
    let intake: FontIntake
    let inspector: FontInspector
    private let renderer: Renderer

    /// The maximum number of searches for faces with missing characters: a worker reports only so many at a time.
    private static let fallbackRounds = 6

    /// The families for labels and for texts without a font; nearly every desktop has one of them.
    private static let standardFamilies = [
        "Adwaita Sans", "Cantarell", "Noto Sans", "DejaVu Sans", "Liberation Sans", "Ubuntu",
    ]

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - queries: Finds fonts.
    ///   - intake: Copies font files passed by callers.
    ///   - inspector: Draws, and inspects font files passed by callers.
    package init(queries: FontQueries, intake: FontIntake, inspector: FontInspector) {
        self.queries = queries
        self.intake = intake
        self.inspector = inspector
        renderer = Renderer(pool: inspector)
    }

    /// Measures text, and draws it if a picture is requested.
    ///
    /// - Parameters:
    ///   - text: The text with its fonts and its frame.
    ///   - form: The form of the picture.
    ///   - caller: The caller that requests the picture.
    /// - Returns: The measurements and the picture.
    /// - Throws: ``RenderingClient/RenderingError`` if the text cannot be drawn, or not for this caller.
    package func draw(
        _ text: TextPicture, as form: PictureForm, for caller: PictureCaller
    ) async throws(RenderingError) -> Picture {
        let generation = try await Self.mapping { () async throws(FontError) in try await queries.generation() }
        var faces = PictureFaces()
        var drawing = text.drawing
        drawing.runs = []
        var ids: [String] = []
        for run in text.runs {
            let face = try await Self.mapping { () async throws(FontError) in
                try await add(run.font, to: &faces, for: caller)
            }
            ids.append(faces.descriptions[face].id)
            drawing.runs.append(
                TextDrawing.Run(
                    start: run.start, end: run.end, face: face, size: run.size, language: run.language,
                    features: run.features))
        }
        // A picture without text still has a line, with the height of the standard font.
        if faces.faces.isEmpty {
            let face = try await Self.mapping { () async throws(FontError) in
                try await add(PictureFont(place: .matching(FontDescriptor())), to: &faces, for: caller)
            }
            ids.append(faces.descriptions[face].id)
        }
        let languages = drawing.runs.map(\.language).filter { !$0.isEmpty }
        let (content, wanted) = (DrawingRequest.Content.text(drawing), languages)
        let drawn = try await draw(content, as: form, &faces, languages: wanted, for: caller)
        let memory = try await lend(drawn, to: caller)
        return Picture(result: drawn.result, memory: memory, fonts: ids, generation: generation)
    }

    /// Draws content; if something is missing, draws it again with all faces that can be found for it.
    ///
    /// In between, it only measures: most texts need only one picture.
    func draw(
        _ content: DrawingRequest.Content, as form: PictureForm, _ faces: inout PictureFaces, languages: [String],
        for caller: PictureCaller
    ) async throws(RenderingError) -> DrawnPicture {
        let first = try await draw(content, as: form, with: faces, for: caller)
        var missing = first.result.missing
        var rounds = 0
        while !missing.isEmpty, rounds < Self.fallbackRounds,
            await addFallbacks(for: missing, languages, to: &faces, caller)
        {
            rounds += 1
            var measuring = form
            measuring.format = .none
            missing = try await draw(content, as: measuring, with: faces, for: caller).result.missing
        }
        return rounds == 0 ? first : try await draw(content, as: form, with: faces, for: caller)
    }

    private func draw(
        _ content: DrawingRequest.Content, as form: PictureForm, with faces: PictureFaces, for caller: PictureCaller
    ) async throws(RenderingError) -> DrawnPicture {
        let request = DrawingRequest(
            faces: faces.faces, content: content, format: form.format, ground: form.ground, scale: form.scale)
        return try await renderer.draw(request, fonts: faces.files, for: caller.provider.rawValue)
    }

    /// Passes a picture to its caller, who uses memory of the service while the picture is open.
    func lend(
        _ drawn: DrawnPicture, to caller: PictureCaller
    ) async throws(RenderingError) -> OwnedFileDescriptor? {
        guard let memory = drawn.memory, let picture = drawn.result.picture else { return nil }
        return try await Self.mapping { () async throws(FontError) in
            try await queries.lend(
                sealed: memory, size: picture.size, to: caller.connection, of: caller.provider)
        }
    }

    /// Adds faces that together cover characters as far as any face does; returns `false` if no new face is found.
    private func addFallbacks(
        for characters: String, _ languages: [String], to faces: inout PictureFaces, _ caller: PictureCaller
    ) async -> Bool {
        let count = faces.faces.count
        guard let text = try? CoverText(characters) else { return false }
        let question = CoverQuestion(text: text, language: languages.first, limit: 1, audience: caller.audience)
        do throws(FontError) {
            for pick in try await queries.cover(question, for: caller.connection).set {
                _ = try await add(
                    pick.face, PictureFont(place: .matching(FontDescriptor())), to: &faces, isFallback: true, caller)
            }
        } catch {
            // The missing characters are reported.
        }
        // A font of the request may have the characters for runs in other fonts; an existing fallback does not have
        // them.
        return faces.faces.count > count
    }

    // MARK: - Fonts

    /// Adds the face requested by a caller, if the caller may use it.
    ///
    /// - Returns: The number of the face.
    func add(
        _ font: PictureFont, to faces: inout PictureFaces, for caller: PictureCaller
    ) async throws(FontError) -> Int {
        switch font.place {
        case .identified(let id):
            let record = try await queries.face(id, for: caller.audience) { owner in
                !caller.isSandboxed || owner == caller.provider
            }
            return try await add(record, font, to: &faces, isFallback: false, caller)
        case .matching(let descriptor):
            return try await add(try await match(descriptor, for: caller), font, to: &faces, isFallback: false, caller)
        case .file(let file, let index):
            let memory: SealedMemory
            if let known = faces.copy(of: file) {
                memory = known
            } else {
                memory = try await intake.copy(of: file, for: caller.provider)
                faces.keep(memory, copiedFrom: file)
            }
            var description = PictureFaces.Description(id: "", name: font.name)
            description.file = ObjectIdentifier(file)
            if font.weight != nil || !font.instance.isEmpty || font.isDescribed {
                description.face = try await face(index, of: memory, for: caller)
                if font.name.isEmpty { description.name = description.face?.fullName ?? "" }
            }
            let coordinates = Self.coordinates(of: font, description.face, matched: nil)
            return try await faces.add(description, index: index, coordinates: coordinates) { memory.descriptor }
        }
    }

    /// The best face for a descriptor; for an empty descriptor, one that is suitable for labels.
    func match(_ descriptor: FontDescriptor, for caller: PictureCaller) async throws(FontError) -> FaceRecord {
        var descriptors = [descriptor]
        if !descriptor.isNamed, descriptor.characters.isEmpty, descriptor.languages.isEmpty {
            descriptors = Self.standardFamilies.map { family in
                var named = descriptor
                named.family = family
                return named
            }
            var anyone = descriptor
            anyone.characters = "Aa0"
            anyone.source = .system
            descriptors.append(anyone)
        }
        let matches = try await queries.match(descriptors, mandatory: [], details: false, audience: caller.audience)
        guard let match = matches.lazy.compactMap(\.self).first else {
            throw FontError(.notRegistered, "No font matches \(descriptor.isNamed ? "this name" : "this descriptor").")
        }
        return match
    }

    private func add(
        _ record: FaceRecord, _ font: PictureFont, to faces: inout PictureFaces, isFallback: Bool,
        _ caller: PictureCaller
    ) async throws(FontError) -> Int {
        let description = PictureFaces.Description(
            id: record.id.rawValue, name: font.name.isEmpty ? record.face.fullName : font.name, face: record.face)
        let matched = record.coordinates ?? record.namedInstance?.coordinates
        let coordinates = Self.coordinates(of: font, record.face, matched: matched)
        return try await faces.add(
            description, index: record.face.index, coordinates: coordinates, isFallback: isFallback
        ) { () async throws(FontError) in try await queries.fileForWorker(of: record, for: caller.provider) }
    }

    /// The description of a face in a font that is not registered, from an inspection by a worker.
    private func face(
        _ index: Int, of memory: SealedMemory, for caller: PictureCaller
    ) async throws(FontError) -> FaceDescription {
        let inspection = try await inspector.inspect(memory, for: caller.provider)
        if let refusal = inspection.refusal { throw FontError(.invalidFontData, refusal.message) }
        guard inspection.faces.indices.contains(index) else {
            throw FontError(.invalidFontData, "The font has no face \(index).")
        }
        return inspection.faces[index]
    }

    /// The values of a variable face's axes.
    ///
    /// The values of the match are overridden by the requested weight, and both by the requested values.
    private static func coordinates(
        of font: PictureFont, _ face: FaceDescription?, matched: [Double]?
    ) -> [DrawingRequest.Coordinate] {
        (face?.axes ?? []).enumerated().compactMap { index, axis in
            var value = matched.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            if axis.tag == "wght", let weight = font.weight { value = weight }
            if let wanted = font.instance[axis.tag] { value = wanted }
            return value.map {
                DrawingRequest.Coordinate(tag: axis.tag, value: min(max($0, axis.minimum), axis.maximum))
            }
        }
    }

    static func mapping<Value>(
        _ body: () async throws(FontError) -> Value
    ) async throws(RenderingError) -> Value {
        do throws(FontError) { return try await body() } catch { throw .font(error) }
    }
}
