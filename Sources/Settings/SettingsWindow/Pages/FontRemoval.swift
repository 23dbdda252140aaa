internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

extension MainWindow {
    /// Removes registrations, whose files are kept for 30 days; the toast can undo it.
    func remove(_ faces: [FaceEntry], name: String) {
        let digests = Dictionary(faces.map { ($0.id, $0.digest) }) { first, _ in first }
        let shared = model.catalog.shared(faces)
        perform { [weak self] () throws(BusError) in
            guard let self else { return }
            let outcome = try await model.session.uninstall(Array(digests.keys))
            if let failure = outcome.failure { tell(Self.message(failure)) }
            guard !outcome.removed.isEmpty else { return }
            let change = await model.session.change(OwnChange.removing, of: outcome.removed)
            let removed = outcome.removed.compactMap { digests[$0] }
            tell(localized("%1 is removed", name)) { [weak self] () throws(BusError) in
                guard let self else { return }
                var failure: BusError?
                do throws(BusError) {
                    if let change {
                        failure = try await model.session.undo(change)
                    } else {
                        failure = try await model.session.restore(removed).failure
                    }
                } catch {
                    failure = error
                }
                // The service does not keep a removed font if another provider has the same file.
                if failure != nil, !shared.isEmpty { failure = try await model.session.install(shared) }
                if let failure { tell(Self.message(failure)) }
            }
        }
    }
}

/// A font of the user that another provider has installed as well.
struct SharedFont: Sendable {
    /// The registration of the other provider.
    let other: String
    let isEnabled: Bool
}

extension FontCatalog {
    /// Finds the user's fonts among some fonts that another provider has installed as well.
    func shared(_ fonts: [FaceEntry]) -> [SharedFont] {
        let own = Dictionary(fonts.filter { $0.provider == "user" }.map { ($0.digest, $0) }) { first, _ in first }
        var shared: [String: SharedFont] = [:]
        for face in families.lazy.flatMap(\.faces) where face.provider != nil && face.provider != "user" {
            guard let font = own[face.digest], !fonts.contains(where: { $0.id == face.id }) else { continue }
            shared[face.digest] = SharedFont(other: face.id, isEnabled: font.isEnabled)
        }
        return Array(shared.values)
    }
}

extension ServiceSession {
    /// Installs fonts of other providers for the user.
    ///
    /// - Returns: The first failure.
    /// - Throws: The error of a call.
    func install(_ fonts: [SharedFont]) async throws(BusError) -> BusError? {
        var failure: BusError?
        for font in fonts {
            let file = try await self.fonts.openFont(id: font.other, options: [:]).font
            let results = try await management.installFonts(
                fonts: [file], scope: "persistent", enabled: font.isEnabled, options: [:], timeout: Self.changeTimeout
            ).results.map(Record.init)
            failure = failure ?? results.lazy.compactMap(\.failure).first
        }
        return failure
    }
}
