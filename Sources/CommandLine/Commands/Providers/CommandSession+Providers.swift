internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

extension FontRecord {
    /// What to call a provider: the service's word for the user is English.
    var providerName: String {
        text("id") == ProviderIdentifier.user.rawValue ? localized("Installed by hand") : text("display_name")
    }
}

extension CommandSession {
    /// Makes sure that somebody of this name has registered fonts.
    ///
    /// - Parameter id: The id of a provider.
    /// - Throws: That there is no such provider, and what may have been meant.
    func checkProvider(_ id: String) async throws(CommandFailure) {
        let providers = try await PagedList.all([:]) { page throws(BusError) in
            let reply = try await management.listProviders(filter: page)
            return (reply.providers, reply.cursor)
        }.map { FontRecord($0).text("id") }
        guard !providers.contains(id), id != ProviderIdentifier.user.rawValue else { return }
        throw CommandFailure(
            .notFound, code: .notRegistered,
            localized("No provider of this id has fonts; typecase providers lists those that have.")
                + NameSuggestions.sentence(NameSuggestions.names(like: id, among: providers)), item: id)
    }
}
