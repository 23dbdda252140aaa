internal import FontModel
package import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import Registry
package import RenderingClient
internal import RenderingProtocol

/// Draws text with registered fonts, the system's, and files that are handed over.
package struct PictureService: Sendable {
    let queries: FontQueries
    let intake: FontIntake
    let inspector: FontInspector
    private let renderer: Renderer

    /// How often faces are looked for to draw what others lack: a worker tells only so many characters at a time.
    private static let fallbackRounds = 6

    /// The families that labels are set in, and texts without a font: one of them is on nearly every desktop.
    private static let standardFamilies = [
        "Adwaita Sans", "Cantarell", "Noto Sans", "DejaVu Sans", "Liberation Sans", "Ubuntu",
    ]

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - queries: Who finds fonts.
    ///   - intake: Who copies fonts that are handed over.
    ///   - inspector: Who draws, and looks at fonts that are handed over.
    package init(queries: FontQueries, intake: FontIntake, inspector: FontInspector) {
        self.queries = queries
        self.intake = intake
        self.inspector = inspector
        renderer = Renderer(pool: inspector)
    }

    /// Measures text, and draws it where a picture is asked for.
    ///
    /// - Parameters:
    ///   - text: The text with its fonts and its frame.
    ///   - form: How the picture is made.
    ///   - caller: Who wants it.
    /// - Returns: The measures and the picture.
    /// - Throws: ``RenderingClient/RenderingError`` for what cannot be drawn, or not by this caller.
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
        // Without text there still is a line, as high as one of the standard font.
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

    /// Draws, and where something is missing once more, with all faces that can be found for it.
    ///
    /// Between the two it is only measured: most texts need one picture and no more.
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

    /// Hands a picture to its caller, which has so much memory of ours for as long as it keeps the picture open.
    func lend(
        _ drawn: DrawnPicture, to caller: PictureCaller
    ) async throws(RenderingError) -> OwnedFileDescriptor? {
        guard let memory = drawn.memory, let picture = drawn.result.picture else { return nil }
        return try await Self.mapping { () async throws(FontError) in
            try await queries.lend(
                sealed: memory, size: picture.size, to: caller.connection, of: caller.provider)
        }
    }

    /// Adds faces that together have what any face has of some characters; `false` where none is found that is not there yet.
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
            // Without them something is missing, which is told.
        }
        // A font of the request may have the characters for runs in other fonts; a fallback that is there has not.
        return faces.faces.count > count
    }

    // MARK: - Fonts

    /// Adds the face that a caller wants, which has to be one that it may use.
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

    /// The best face for a descriptor; without any wish one that labels are set in.
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

    /// What a worker finds in a font that is registered nowhere.
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

    /// The values of a variable face's axes: as it was matched, of the weight that is wanted, and as asked for.
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
