internal import DBus
internal import FontModel
internal import FontService
internal import Logging
internal import SecretService

/// Finds credentials for servers among the user's stored secrets.
struct CredentialSearch: Sendable {
    private let secrets: SecretService
    private let log: Logger

    /// Creates the search with a connection to the session bus.
    init(over connection: BusConnection, log: Logger) {
        secrets = SecretService(over: connection)
        self.log = log
    }

    /// Finds a secret without asking the user.
    func find(_ credential: ResourceCredential) async -> ResourceCredential.Finding {
        let (provider, name, server) = (credential.provider.rawValue, credential.name, credential.server)
        do throws(BusError) {
            switch try await secrets.secret(
                with: CredentialAttributes.of(provider: provider, name: name, server: server))
            {
            case .secret(let text): return .authorization(text)
            case .locked:
                return .none(
                    reason: """
                        You have stored the credential '\(name)' for it in a keyring that is locked. Unlock the keyring and try \
                        again.
                        """)
            case .absent:
                return .none(
                    reason: """
                        \(provider) needs your credential '\(name)' for it. Store it with: typecase resources credential \
                        \(provider) \(name) \(server)
                        """)
            }
        } catch {
            log.warning("The Secret Service does not answer", metadata: ["error": "\(error.message)"])
            return .none(reason: "The Secret Service, which keeps your credential '\(name)', fails: \(error.message)")
        }
    }
}
