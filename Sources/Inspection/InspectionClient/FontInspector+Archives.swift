package import FontModel
package import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

extension FontInspector {
    /// Unpacks an archive.
    ///
    /// The output is as untrusted as the archive. The worker could still write to the file after its reply, so each
    /// font is copied before it is examined or passed on.
    ///
    /// - Parameters:
    ///   - archive: The archive, open for reading only.
    ///   - output: An empty file, open for reading and writing, that has no other user.
    ///   - request: The entries to unpack and to list.
    /// - Returns: The contents of the archive; everything unpacked lies within the output.
    /// - Throws: ``FontModel/FontError/Code/unrecognizedFormat`` if the file is not an archive,
    ///   ``FontModel/FontError/Code/exceededResourceLimit`` if it expands too far,
    ///   ``FontModel/FontError/Code/invalidFontData`` if it is damaged or the worker did not survive it,
    ///   ``FontModel/FontError/Code/storageFull`` if there is no room for the fonts,
    ///   ``FontModel/FontError/Code/registrationFailed`` if no worker can be reached.
    package func unpack(
        _ archive: OwnedFileDescriptor, into output: OwnedFileDescriptor, _ request: ArchiveRequest
    ) async throws(FontError) -> ArchiveContents {
        let outcome: ArchiveOutcome = try await workers.perform(
            .unpack(request), in: .archive, with: MessageDescriptors(archive, output: output)
        ) { reply throws(ImplausibleReply) in
            guard case .archive(let outcome) = reply else { return nil }
            return try ReplyCheck.check(outcome, in: output)
        }
        switch outcome {
        case .unpacked(let contents): return contents
        case .refused(.unrecognizedFormat, let message): throw FontError(.unrecognizedFormat, message)
        case .refused(.limit, let message): throw FontError(.exceededResourceLimit, message)
        case .refused(_, let message): throw FontError(.invalidFontData, message)
        }
    }
}

extension ReplyCheck {
    /// Checks the contents of an archive.
    ///
    /// Its fonts have not been examined, so only their positions are checked.
    static func check(
        _ outcome: ArchiveOutcome, in output: OwnedFileDescriptor
    ) throws(ImplausibleReply) -> ArchiveOutcome {
        switch outcome {
        case .refused(let kind, let message): try check(refusal: kind, message)
        case .unpacked(let contents):
            try require(contents.entries.count <= ArchiveLimits.fonts, "too many entries")
            try require((0...ArchiveLimits.entries).contains(contents.otherFiles), "an impossible number of files")
            let size = (try? FileStatus(of: output)).map { Int(clamping: $0.stamp.size) } ?? 0
            for entry in contents.entries { try check(entry.content, outputSize: size) }
        }
        return outcome
    }

    private static func check(_ content: ArchiveContents.Content, outputSize: Int) throws(ImplausibleReply) {
        switch content {
        case .listed: break
        case .refused(let kind, let message): try check(refusal: kind, message)
        case .unpacked(let offset, let size, let faces):
            try require(0...FontLimits.fileSize ~= size, "a font of an impossible size")
            try require(offset >= 0 && offset <= outputSize && size <= outputSize - offset, "a font beyond the output")
            try require(faces.count <= FontLimits.faces, "an impossible number of faces")
            for face in faces {
                try checkText(face.postscriptName, what: "a PostScript name")
                try checkText(face.family, what: "a family")
            }
        }
    }

    private static func check(
        refusal kind: FontInspection.Finding.Kind, _ message: String
    ) throws(ImplausibleReply) {
        try require(kind != .warning, "a refusal that is none")
        try checkText(message, limit: 1_024, what: "a message")
    }
}
