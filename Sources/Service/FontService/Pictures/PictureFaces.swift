internal import FontModel
internal import LinuxSystem
internal import Registry
internal import RenderingProtocol

/// The faces of a picture in preparation, with each file only once.
struct PictureFaces {
    /// The information about a face.
    struct Description {
        /// The id; empty for a file that is not registered.
        var id: String
        /// The name of the face in labels.
        var name: String
        /// The file passed by the caller if the face is not registered; several parts of a text may use it.
        var file: ObjectIdentifier?
        /// The description from the registry or from a worker; `nil` for a file that has not been inspected.
        var face: FaceDescription?
    }

    private(set) var files: [OwnedFileDescriptor] = []
    private(set) var faces: [DrawingRequest.Face] = []
    private(set) var descriptions: [Description] = []
    private var fileNumbers: [String: Int] = [:]
    private var handedOverNumbers: [ObjectIdentifier: Int] = [:]
    /// Copies of files passed by callers, which are kept with the files so that their object identifiers stay unique.
    private var copies: [ObjectIdentifier: (file: OwnedFileDescriptor, memory: SealedMemory)] = [:]

    /// Adds a face, or finds an equal one.
    ///
    /// - Parameters:
    ///   - description: The information about the face.
    ///   - index: The index of the face in its file.
    ///   - coordinates: The values of its axes.
    ///   - isFallback: Whether it is a substitute for other faces.
    ///   - open: Opens the file of the face, if it is not open yet.
    /// - Returns: The number of the face.
    /// - Throws: `ExceededResourceLimit`, or the error that prevented opening the file.
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

    /// Adds an existing face with other coordinates in its design space.
    mutating func addPlace(of number: Int, coordinates: [DrawingRequest.Coordinate]) -> Int? {
        guard faces.count < DrawingLimits.faces else { return nil }
        var face = faces[number]
        face.coordinates = coordinates
        faces.append(face)
        descriptions.append(descriptions[number])
        return faces.count - 1
    }

    /// The copy of a file that was passed for an earlier face.
    func copy(of file: OwnedFileDescriptor) -> SealedMemory? { copies[ObjectIdentifier(file)]?.memory }

    /// Stores the copy of a file for further faces.
    mutating func keep(_ memory: SealedMemory, copiedFrom file: OwnedFileDescriptor) {
        copies[ObjectIdentifier(file)] = (file, memory)
    }
}
