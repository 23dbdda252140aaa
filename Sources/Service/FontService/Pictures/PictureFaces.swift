internal import FontModel
internal import LinuxSystem
internal import Registry
internal import RenderingProtocol

/// The faces of a picture that is being made, each file once.
struct PictureFaces {
    /// What is known of a face.
    struct Description {
        /// The id; empty for a file that is not registered.
        var id: String
        /// What it is called in labels.
        var name: String
        /// The file that was handed over, where it is not registered: several parts of a text may be set in it.
        var file: ObjectIdentifier?
        /// What the registry, or a worker, has found in it; `nil` for a file that nobody has looked at.
        var face: FaceDescription?
    }

    private(set) var files: [OwnedFileDescriptor] = []
    private(set) var faces: [DrawingRequest.Face] = []
    private(set) var descriptions: [Description] = []
    private var fileNumbers: [String: Int] = [:]
    private var handedOverNumbers: [ObjectIdentifier: Int] = [:]
    /// Copies of files that were handed over, which are kept with them so that their identifiers stay theirs.
    private var copies: [ObjectIdentifier: (file: OwnedFileDescriptor, memory: SealedMemory)] = [:]

    /// Adds a face, or finds the same one.
    ///
    /// - Parameters:
    ///   - description: What is known of it.
    ///   - index: Its number in the file.
    ///   - coordinates: The values of its axes.
    ///   - isFallback: Whether it stands in for others.
    ///   - open: Opens its file, where that is not open yet.
    /// - Returns: The number of the face.
    /// - Throws: `ExceededResourceLimit`, or what keeps the file from being opened.
    mutating func add(
        _ description: Description, index: Int, coordinates: [DrawingRequest.Coordinate], isFallback: Bool = false,
        _ open: () async throws(FontError) -> OwnedFileDescriptor
    ) async throws(FontError) -> Int {
        let known =
            description.id.isEmpty
            ? description.file.flatMap { handedOverNumbers[$0] } : fileNumbers[description.id]
        let file = known ?? files.count
        if known == nil {
            guard files.count < DrawingLimits.files else {
                throw FontError(
                    .exceededResourceLimit, "A picture is drawn with at most \(DrawingLimits.files) fonts.")
            }
            files.append(try await open())
            if !description.id.isEmpty {
                fileNumbers[description.id] = file
            } else if let handedOver = description.file {
                handedOverNumbers[handedOver] = file
            }
        }
        let face = DrawingRequest.Face(file: file, index: index, coordinates: coordinates, isFallback: isFallback)
        if known != nil, let number = faces.firstIndex(of: face) { return number }
        guard faces.count < DrawingLimits.faces else {
            throw FontError(.exceededResourceLimit, "A picture is drawn with at most \(DrawingLimits.faces) faces.")
        }
        faces.append(face)
        descriptions.append(description)
        return faces.count - 1
    }

    /// Adds a face that is there already at another place of its design space.
    mutating func addPlace(of number: Int, coordinates: [DrawingRequest.Coordinate]) -> Int? {
        guard faces.count < DrawingLimits.faces else { return nil }
        var face = faces[number]
        face.coordinates = coordinates
        faces.append(face)
        descriptions.append(descriptions[number])
        return faces.count - 1
    }

    /// The copy of a file that was handed over for an earlier face.
    func copy(of file: OwnedFileDescriptor) -> SealedMemory? { copies[ObjectIdentifier(file)]?.memory }

    /// Keeps the copy of a file for further faces.
    mutating func keep(_ memory: SealedMemory, copiedFrom file: OwnedFileDescriptor) {
        copies[ObjectIdentifier(file)] = (file, memory)
    }
}
