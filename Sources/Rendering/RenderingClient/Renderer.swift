package import FontModel
package import InspectionClient
internal import InspectionProtocol
package import LinuxSystem
package import RenderingProtocol
internal import WorkerProtocol

/// A picture, in memory that can no longer be changed.
package struct DrawnPicture: Sendable {
    /// The result; its picture describes the content of the memory.
    package let result: DrawingResult
    /// The memory; `nil` if nothing was drawn.
    package let memory: OwnedFileDescriptor?
}

/// The reason why nothing was drawn.
package enum RenderingError: Error, Sendable, Equatable {
    /// A value of the request is invalid; the text is for developers.
    case invalidRequest(String)
    /// A font, a limit or a worker prevented it.
    case font(FontError)

    static func tooLarge(_ message: String) -> RenderingError { .font(FontError(.exceededResourceLimit, message)) }

    static func invalidFont(_ message: String) -> RenderingError { .font(FontError(.invalidFontData, message)) }
}

/// Lets sandboxed workers measure and draw text, and checks that their replies are possible.
package struct Renderer: Sendable {
    private let pool: FontInspector

    /// Creates a renderer.
    ///
    /// - Parameter pool: The workers.
    package init(pool: FontInspector) { self.pool = pool }

    /// Measures and draws a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - fonts: The files, which the faces of the request name by number.
    ///   - key: The caller whose turn this is.
    /// - Returns: The picture.
    /// - Throws: ``FontModel/FontError/Code/exceededResourceLimit`` for text or pictures that are too large,
    ///   ``FontModel/FontError/Code/invalidFontData`` for a font that cannot be drawn with or that the worker did not
    ///   survive; ``RenderingError/invalidRequest(_:)`` for invalid values.
    package func draw(
        _ request: DrawingRequest, fonts: [OwnedFileDescriptor], for key: String
    ) async throws(RenderingError) -> DrawnPicture {
        let (count, limit) = (request.textLength, request.textLimit)
        guard count <= limit else {
            throw .tooLarge("The text has \(count) bytes; \(limit) are the most.")
        }
        let record: [UInt8]
        do throws(MalformedRecord) {
            record = try DrawingWire.encode(request)
        } catch {
            throw .tooLarge("The text and its attributes are too long: \(error).")
        }
        let memory = request.format == .none ? nil : try Self.memory()
        let bytes: [UInt8]
        do throws(FontError) {
            bytes = try await pool.draw(record, fonts: fonts, output: memory, for: key)
        } catch {
            throw .font(error)
        }
        let reply: DrawingReply
        do throws(MalformedRecord) {
            reply = try DrawingWire.decodeReply(bytes)
        } catch {
            throw .invalidFont("The drawing worker gave an answer that cannot be: \(error).")
        }
        switch reply {
        case .refused(.limit, let message): throw .tooLarge(message)
        case .refused(.invalidFont, let message): throw .invalidFont(message)
        case .refused(.invalidRequest, let message): throw .invalidRequest(message)
        case .done(let result):
            try Self.check(result, of: request, memory)
            return DrawnPicture(result: result, memory: memory)
        }
    }

    private static func memory() throws(RenderingError) -> OwnedFileDescriptor {
        do throws(SealedMemory.Failure) {
            return try SealedMemory.unsealed(name: "typecase-picture")
        } catch {
            throw .font(FontError(.registrationFailed, "There is no memory for a picture: \(error)."))
        }
    }

    /// Seals the picture, and checks that it has the declared size.
    private static func check(
        _ result: DrawingResult, of request: DrawingRequest, _ memory: OwnedFileDescriptor?
    ) throws(RenderingError) {
        let isPossible: Bool
        if let memory, let picture = result.picture {
            do throws(SealedMemory.Failure) {
                isPossible = try SealedMemory.seal(memory) == picture.size && Self.isPossible(picture, request)
            } catch {
                throw .invalidFont("The drawing worker holds on to a picture: \(error).")
            }
        } else {
            isPossible = memory == nil && result.picture == nil
        }
        guard isPossible else {
            throw .invalidFont("The drawing worker gave a picture that is not as large as it says.")
        }
    }

    private static func isPossible(_ picture: DrawingResult.Picture, _ request: DrawingRequest) -> Bool {
        guard picture.width > 0, picture.height > 0, picture.size > 0 else { return false }
        guard request.format == .raw else { return true }
        let pixel = request.ground == .mask ? 1 : 4
        return picture.stride >= picture.width * pixel && picture.stride * picture.height == picture.size
    }
}
