package import FontModel
internal import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

extension FontInspector {
    /// Has text measured and drawn.
    ///
    /// - Parameters:
    ///   - request: The request, in a form that the worker reads.
    ///   - fonts: The files of its fonts, at least one.
    ///   - output: Memory for the picture; `nil` where there is none.
    ///   - key: Whose turn it uses up.
    /// - Returns: The reply, of which nothing has been checked.
    /// - Throws: ``FontModel/FontError/Code/exceededResourceLimit`` where processor time or memory did not suffice,
    ///   ``FontModel/FontError/Code/busy`` where the machine had no time,
    ///   ``FontModel/FontError/Code/invalidFontData`` where the worker did not survive the fonts,
    ///   ``FontModel/FontError/Code/registrationFailed`` where no worker can be reached.
    package func draw(
        _ request: [UInt8], fonts: [OwnedFileDescriptor], output: OwnedFileDescriptor?, for key: String
    ) async throws(FontError) -> [UInt8] {
        try await workers.perform(
            .draw(request: request, fileCount: fonts.count), in: .render,
            with: MessageDescriptors(fonts.first, output: output, following: Array(fonts.dropFirst())), for: key
        ) { reply throws(ImplausibleReply) in
            guard case .drawing(let reply) = reply else { return nil }
            return reply
        }
    }
}
