package import ArgumentParser
internal import DBus
internal import FontModel
internal import Glibc
internal import Localization
internal import SecretService

/// `typecase resources credential`: stores the secret with which files are fetched from a server.
package struct ResourcesCredentialCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "credential",
        abstract: localized("Store the secret that is used to fetch a provider's files from a server."),
        discussion: localized(
            """
            A manifest can name a credential for files that a server gives only to its customers; see \
            typecase-provider(5). This command stores the credential in the keyring of the session, for one provider, \
            name and server. The credential is sent only to this server, over HTTPS.

            The secret is read as one line from standard input: a token or, with --user, a password. It is never given \
            as an argument, because other programs could read the arguments.
            """))

    @Argument(
        help: .localized("The id of the provider.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var provider: String

    @Argument(help: .localized("The name of the credential in the manifest.", valueName: "name"))
    package var name: String

    @Argument(
        help: .localized("The server, such as example.org, with the port if it is not 443.", valueName: "server")
    )
    package var server: String

    @Option(help: .localized("The name of your account; the secret is then its password, for basic authentication."))
    package var user: String?

    @Flag(help: .localized("Remove the stored secret."))
    package var remove = false

    @Flag(help: .localized("Only show what would be stored or removed, without asking for the secret."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if remove, user != nil { throw ValidationError(localized("Give --user or --remove, not both.")) }
        if server.contains("/") || server.contains(" ") || server.isEmpty {
            throw ValidationError(
                localized("The server must be a name such as example.org, without https:// and without a path."))
        }
        if user?.contains(":") == true {
            throw ValidationError(localized("The name of an account must not contain a colon."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        guard ProviderIdentifier(rawValue: provider) != nil else {
            throw Self.usage(localized("'%1' is not the id of a provider.", provider))
        }
        let attributes = CredentialAttributes.of(provider: provider, name: name, server: server.lowercased())
        if dryRun {
            let isThere = try await use(environment) { secrets throws(BusError) in
                if !remove { try await secrets.requireService() }
                return try await secrets.secret(with: attributes) != .absent
            }
            if remove {
                return show(
                    isThere ? "would be removed" : "absent", environment, isThere ? .success : .notFound)
            }
            return show(
                isThere ? "would replace the stored secret" : "would be stored", environment,
                .success)
        }
        if remove {
            let count = try await use(environment) { secrets throws(BusError) in
                try await secrets.remove(with: attributes)
            }
            return show(count > 0 ? "removed" : "absent", environment, count > 0 ? .success : .notFound)
        }
        guard TerminalQuestion.canAskForSecrets || isatty(STDIN_FILENO) == 0 else {
            throw Self.usage(
                localized(
                    """
                    The secret would be visible while it is typed. Either do not redirect standard error, or pass the \
                    secret through a pipe.
                    """))
        }
        let line =
            TerminalQuestion.canAskForSecrets
            ? try await TerminalQuestion.secret(localized("Secret for %1", server))
            : try await environment.input.lines().first
        guard let secret = line, !secret.isEmpty else {
            throw Self.usage(localized("No secret was given on standard input."))
        }
        let text = authorization(secret)
        guard text.utf8.count <= SecretService.maximumLength, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else {
            throw CommandFailure(
                .usage, code: .exceededResourceLimit,
                localized(
                    "A token must contain only ASCII characters, and at most %1 of them, including its prefix.",
                    SecretService.maximumLength)
            )
        }
        let label = localized("Fonts of %1 from %2", provider, server)
        try await use(environment) { secrets throws(BusError) in
            try await secrets.keep(text, titled: label, with: attributes)
        }
        return show("stored", environment, .success)
    }

    private static func usage(_ message: String) -> CommandFailure {
        CommandFailure(.usage, name: BusError.Code.invalidArguments.rawValue, message: message)
    }

    /// The field `Authorization` with a secret, as defined by RFC 6750 and RFC 7617.
    private func authorization(_ secret: String) -> String {
        guard let user else { return "Bearer \(secret)" }
        return "Basic \(Base64.text(Array("\(user):\(secret)".utf8)))"
    }

    private func use<Value: Sendable>(
        _ environment: CommandEnvironment, _ body: @Sendable (SecretService) async throws(BusError) -> Value
    ) async throws(CommandFailure) -> Value {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            do throws(BusError) {
                return try await body(SecretService(over: session.connection))
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    private func show(_ state: String, _ environment: CommandEnvironment, _ exit: CommandExit) -> CommandExit {
        if outputOptions.json {
            environment.output.line(
                JSONText.object([
                    ("provider", .string(provider)), ("credential", .string(name)), ("server", .string(server)),
                    ("state", .string(state)),
                ]).line)
        } else {
            let (provider, name, server) = (
                TerminalText.escaped(provider), TerminalText.escaped(name), TerminalText.escaped(server)
            )
            let line =
                // Translators: In the following, %1 is an application, %2 what it calls a secret, and %3 a server.
                switch state {
                case "stored": localized("%1: %2 for %3: stored", provider, name, server)
                case "removed": localized("%1: %2 for %3: removed", provider, name, server)
                case "absent": localized("%1: %2 for %3: absent", provider, name, server)
                case "would be stored": localized("%1: %2 for %3: would be stored", provider, name, server)
                case "would be removed": localized("%1: %2 for %3: would be removed", provider, name, server)
                default: localized("%1: %2 for %3: would replace the stored secret", provider, name, server)
                }
            environment.output.line(line)
        }
        return exit
    }
}
