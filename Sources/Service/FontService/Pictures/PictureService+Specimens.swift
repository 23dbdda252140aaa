internal import FontModel
package import RenderingClient
package import RenderingProtocol

extension PictureService {
    /// The maximum number of named instances on a page: with more, nobody would read the page.
    private static let instanceLimit = 128

    /// Draws a page that shows fonts.
    ///
    /// - Parameters:
    ///   - fonts: The fonts; all pages but comparisons show the first.
    ///   - specimen: What the page shows; its labels, instances and faces are set by this method.
    ///   - form: The form of the picture.
    ///   - caller: The caller that requests the picture.
    /// - Returns: The picture.
    /// - Throws: ``RenderingClient/RenderingError`` if the page cannot be drawn, or not for this caller.
    package func draw(
        _ fonts: [PictureFont], _ specimen: SpecimenDrawing, as form: PictureForm, for caller: PictureCaller
    ) async throws(RenderingError) -> Picture {
        let generation = try await Self.mapping { () async throws(FontError) in try await queries.generation() }
        var faces = PictureFaces()
        var specimen = specimen
        var shown: [Int] = []
        for var font in specimen.kind == .comparison ? fonts[...] : fonts.prefix(1) {
            font.isDescribed = specimen.kind == .instances
            let font = font
            shown.append(
                try await Self.mapping { () async throws(FontError) in
                    try await add(font, to: &faces, for: caller)
                })
        }
        guard let first = shown.first else { throw .invalidRequest("A page shows at least one font.") }
        let ids = shown.map { faces.descriptions[$0].id }
        specimen.labels = [faces.descriptions[first].name]
        specimen.languages += Self.writtenLanguage(of: faces.descriptions[first].face)
        switch specimen.kind {
        case .comparison:
            specimen.instances = shown.map { .init(name: faces.descriptions[$0].name, face: $0) }
        case .instances:
            specimen.instances = Self.instances(of: first, in: &faces)
        case .waterfall, .glyphs, .paragraph, .features: break
        }
        // Labels are optional: without a font for them, there are none.
        specimen.labelFace = try? await label(in: &faces, for: caller)
        let drawn = try await draw(
            .specimen(specimen), as: form, &faces, languages: Array(specimen.languages.prefix(1)), for: caller)
        let memory = try await lend(drawn, to: caller)
        return Picture(result: drawn.result, memory: memory, fonts: ids, generation: generation)
    }

    /// The East Asian language that a font is made for, if it is exactly one.
    ///
    /// The characters alone do not show this, because fonts for Chinese and Korean also contain the letters of
    /// Japanese.
    private static func writtenLanguage(of face: FaceDescription?) -> [String] {
        let languages = ["zh-cn", "zh-tw", "ja", "ko"].filter { face?.languages.contains($0) == true }
        return languages.count == 1 ? languages : []
    }

    private func label(in faces: inout PictureFaces, for caller: PictureCaller) async throws(FontError) -> Int {
        try await add(PictureFont(place: .matching(FontDescriptor())), to: &faces, for: caller)
    }

    /// The named instances of a variable face, and both ends of each axis.
    private static func instances(of number: Int, in faces: inout PictureFaces) -> [SpecimenDrawing.Instance] {
        guard let face = faces.descriptions[number].face else { return [] }
        var places = face.namedInstances.prefix(instanceLimit).map { ($0.name, $0.coordinates) }
        let defaults = face.axes.map(\.defaultValue)
        for (index, axis) in face.axes.enumerated() {
            for value in [axis.minimum, axis.maximum] where value != axis.defaultValue {
                var place = defaults
                place[index] = value
                let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
                places.append(("\(axis.tag) \(text)", place))
            }
        }
        return places.compactMap { name, coordinates in
            let values = zip(face.axes, coordinates).map { axis, value in
                DrawingRequest.Coordinate(tag: axis.tag, value: value)
            }
            return faces.addPlace(of: number, coordinates: values).map { .init(name: name, face: $0) }
        }
    }
}
