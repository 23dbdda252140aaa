package import Fontconfig
package import LinuxSystem
package import RenderingProtocol

/// Measures and draws in the process of a job.
package enum DrawingWork {
    /// Performs a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - files: The files of its faces.
    ///   - output: The file for the picture; not needed if there is none.
    /// - Returns: The reply.
    package static func perform(
        _ request: DrawingRequest, files: [MappedFont], output: OwnedFileDescriptor?
    ) -> DrawingReply {
        do throws(DrawingError) {
            return .done(try result(of: request, files, output))
        } catch {
            return .refused(error.reason, message: error.message)
        }
    }

    /// Lets Pango, cairo and HarfBuzz load their shared data before the process is confined.
    ///
    /// The data includes the dictionary for Thai word breaks, a file that cannot be opened later.
    ///
    /// - Parameter font: Any font.
    package static func warmUp(_ font: MappedFont) {
        let text = "Ab กขค"
        let run = TextDrawing.Run(start: 0, end: text.utf8.count, face: 0, size: 16, language: "th")
        let drawing = TextDrawing(text: text, runs: [run], width: 40)
        let request = DrawingRequest(
            faces: [DrawingRequest.Face(file: 0, index: 0)], content: .text(drawing), format: .raw, ground: .mask)
        _ = perform(request, files: [font], output: (try? SealedMemory.unsealed()))
    }

    private static func result(
        of request: DrawingRequest, _ files: [MappedFont], _ output: OwnedFileDescriptor?
    ) throws(DrawingError) -> DrawingResult {
        guard request.scale > 0, request.scale <= DrawingLimits.scale else {
            throw DrawingError(.invalidRequest, "A scale is more than 0 and at most \(Int(DrawingLimits.scale)).")
        }
        let faces = try FaceMap(request.faces, in: files)
        switch request.content {
        case .text(let drawing):
            try TextCheck.check(drawing, faces, scale: request.scale)
            faces.expect(Array(drawing.text.utf8))
            let layout = TextLayout(drawing, faces, scale: request.scale)
            var result = layout.result
            if request.format != .none {
                let size = layout.size
                let canvas = try Canvas(
                    width: size.width, height: size.height, for: request, hasColor: faces.hasColor)
                layout.draw(canvas.cairo)
                result.picture = try finish(canvas, output)
            }
            return result.divided(by: request.scale)
        case .specimen(let drawing):
            let page = try SpecimenPage(drawing, faces, scale: request.scale)
            var result = page.result
            if request.format != .none {
                let canvas = try Canvas(
                    width: page.width, height: page.height, for: request, hasColor: faces.hasColor)
                page.draw(on: canvas)
                result.picture = try finish(canvas, output)
            }
            return result.divided(by: request.scale)
        }
    }

    private static func finish(
        _ canvas: Canvas, _ output: OwnedFileDescriptor?
    ) throws(DrawingError) -> DrawingResult.Picture {
        guard let output else { throw DrawingError(.invalidRequest, "There is no file to write the picture to.") }
        return try canvas.finish(to: output)
    }
}
