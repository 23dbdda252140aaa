internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

extension FontRecord {
    /// The name of a provider; for the user, it is translated, since the service's word is English.
    var providerName: String {
        text("id") == ProviderIdentifier.user.rawValue ? localized("Installed by hand") : text("display_name")
    }
}

extension CommandSession {
    /// Checks that a provider with this id has registered fonts.
    ///
    /// - Parameter id: The id of a provider.
    /// - Throws: An error with similar ids if there is no such provider.
    func checkProvider(_ id: String) async throws(CommandFailure) {
        let providers = try await PagedList.all([:]) { page throws(BusError) in
            let reply = try await management.listProviders(filter: page)
            return (reply.providers, reply.cursor)
        }.map { FontRecord($0).text("id") }
        guard !providers.contains(id), id != ProviderIdentifier.user.rawValue else { return }
        throw CommandFailure(
            .notFound, code: .notRegistered,
            localized("No provider with this id has fonts. To list providers with fonts, run 'typecase providers'.")
                + NameSuggestions.sentence(NameSuggestions.names(like: id, among: providers)), item: id)
    }
}
