internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// Asks the service what adopting loose fonts would do, without changing anything.
struct AdoptionSurvey: Sendable {
    /// The connection.
    var session: CommandSession

    /// Examines files.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - onProgress: Called with the number of files that have been examined since the last call.
    /// - Returns: A candidate for each file, in order.
    /// - Throws: The error of a call that failed as a whole.
    func candidates(
        _ files: [LooseFontSearch.Candidate], onProgress: (Int) -> Void
    ) async throws(CommandFailure) -> [AdoptionPlan.Candidate] {
        var candidates: [AdoptionPlan.Candidate] = []
        for batch in files.batches(of: FontFile.filesPerMessage) {
            candidates += try await examine(Array(batch))
            onProgress(batch.count)
        }
        return candidates
    }

    /// The user's registration of a file's bytes, if there is one.
    ///
    /// - Parameter path: The file.
    /// - Returns: The id of the registration.
    /// - Throws: The error of the call.
    func registration(of path: String) async throws(CommandFailure) -> String? {
        let file = try FontFile.open(path)
        let previews = try await calling(about: path) { () async throws(BusError) in
            try await session.management.previewInstallation(
                fonts: [file], options: [:], timeout: CommandSession.changeTimeout)
        }
        return previews.first?["id"].flatMap { try? $0.converted(to: String.self) }
    }

    private func examine(
        _ files: [LooseFontSearch.Candidate]
    ) async throws(CommandFailure) -> [AdoptionPlan.Candidate] {
        var opened: [(index: Int, descriptor: OwnedFileDescriptor)] = []
        var candidates: [AdoptionPlan.Candidate] = []
        for (index, file) in files.enumerated() {
            var candidate = AdoptionPlan.Candidate(
                path: file.path, digest: "", modification: file.status.stamp.modificationNanoseconds,
                isMovable: access(UserPlaces.parent(of: file.path).fileSystemRepresentation, W_OK) == 0)
            do throws(CommandFailure) {
                let descriptor = try FontFile.open(file.path)
                candidate.digest = try Self.digest(of: descriptor, file)
                opened.append((index, descriptor))
            } catch {
                candidate.refusal = error
            }
            candidates.append(candidate)
        }
        guard !opened.isEmpty else { return candidates }
        let previews = try await calling { () async throws(BusError) in
            try await session.management.previewInstallation(
                fonts: opened.map(\.descriptor), options: AdoptionRun.installOptions,
                timeout: CommandSession.changeTimeout)
        }
        for (position, item) in opened.enumerated() {
            let preview = FontRecord(position < previews.count ? previews[position] : [:])
            candidates[item.index].take(preview)
        }
        return candidates
    }

    private static func digest(
        of descriptor: OwnedFileDescriptor, _ file: LooseFontSearch.Candidate
    ) throws(CommandFailure) -> String {
        do throws(Errno) {
            let digest = try FileDigest.of(descriptor)
            guard try FileStatus(of: descriptor) == file.status else { throw .staleNFSFileHandle }
            return digest.hexadecimal
        } catch {
            let message =
                error == .staleNFSFileHandle
                ? localized("The file is being changed.") : localized("Cannot be read: %1.", "\(error)")
            throw CommandFailure(.failure, code: .registrationFailed, message, item: file.path)
        }
    }
}

extension AdoptionFace {
    /// Creates the description of a face from the service's record.
    fileprivate init(_ face: FontRecord) {
        let typographic = face.text("typographic_family")
        self.init(
            face.text("postscript_name"), family: typographic.isEmpty ? face.text("family") : typographic,
            style: face.text("style"), weight: face.value("weight") ?? 400, width: face.value("width") ?? 100,
            slant: face.text("slant"), isVariable: face.value("variable") ?? false)
    }
}

extension AdoptionPlan.Candidate {
    /// Applies what the service reports about the font.
    fileprivate mutating func take(_ preview: FontRecord) {
        refusal = preview.failure(about: path)
        faces = preview.faces.map(AdoptionFace.init)
        version = preview.text("version")
        let stated: [String] = preview.value("holders") ?? []
        // fontconfig spells paths as its configuration does, and these may contain links.
        holders = stated.map { (try? FileSystem.resolved($0)) ?? $0 }
        let registration = preview.text("id")
        if !registration.isEmpty { id = registration }
        isRegistrationEnabled = preview.value("enabled") ?? false
        isRegistrationForSession = preview.text("scope") == RegistrationScope.session.rawValue
        if refusal == nil, faces.isEmpty {
            refusal = CommandFailure(
                .failure, code: .registrationFailed, localized("The service did not answer."), item: path)
        }
    }
}
