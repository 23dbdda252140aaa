package import FontModel
internal import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

extension FontInspector {
    /// Measures and draws text.
    ///
    /// - Parameters:
    ///   - request: The request, in a form that the worker reads.
    ///   - fonts: The files of its fonts, at least one.
    ///   - output: Memory for the picture; `nil` if there is none.
    ///   - key: The key under which the job takes its turn.
    /// - Returns: The reply, which has not been checked.
    /// - Throws: ``FontModel/FontError/Code/exceededResourceLimit`` if processor time or memory was not sufficient,
    ///   ``FontModel/FontError/Code/busy`` if the machine had no time,
    ///   ``FontModel/FontError/Code/invalidFontData`` if the worker did not survive the fonts,
    ///   ``FontModel/FontError/Code/registrationFailed`` if no worker can be reached.
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
