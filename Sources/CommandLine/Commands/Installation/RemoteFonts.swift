internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// Lets the service fetch fonts from the web, for commands that then treat them like files.
struct RemoteFonts: Sendable {
    /// A fetched font, or the reason why it could not be fetched.
    typealias Font = Result<OwnedFileDescriptor, CommandFailure>

    /// The connection.
    var session: CommandSession
    /// The progress line.
    var progress: ProgressLine

    /// Whether an argument is the address of a font, not the path of a file.
    static func isAddress(_ argument: String) -> Bool {
        ["https://", "http://"].contains { argument.lowercased().hasPrefix($0) }
    }

    /// Whether an address is stored with the fonts that came from it, so that they can be fetched again.
    ///
    /// An address with a name, a password or a query is not stored, because it may contain a secret.
    static func isKept(_ argument: String) -> Bool {
        let authority = argument.dropFirst("https://".count).prefix { $0 != "/" }
        return argument.hasPrefix("https://") && !argument.contains("?") && !authority.contains("@")
            && argument.utf8.count <= longestKept
    }

    /// The maximum size, in bytes, of a font's user information, in which the address is stored.
    private static let longestKept = 1024

    /// Fetches fonts one after another.
    ///
    /// - Parameter addresses: Their addresses.
    /// - Returns: The fonts by their addresses.
    /// - Throws: An error that ends the command: the service cannot be reached, or the command was interrupted.
    func fetch(_ addresses: [String]) async throws(CommandFailure) -> [String: Font] {
        var fonts: [String: Font] = [:]
        for address in addresses where fonts[address] == nil {
            do throws(CommandFailure) {
                fonts[address] = .success(try await fetch(address))
            } catch {
                if error.exit == .interrupted {
                    throw CommandFailure(
                        interrupted: localized("Interrupted while fonts were being fetched; nothing was installed."))
                }
                if error.endsCommand { throw error }
                fonts[address] = .failure(error)
            }
        }
        return fonts
    }

    private func fetch(_ address: String) async throws(CommandFailure) -> OwnedFileDescriptor {
        let status = localized("Fetching %1", TerminalText.escaped(Self.fileName(of: address)))
        progress.advance(to: 0, of: status)
        let end = try await calling(about: address) { () async throws(BusError) in
            let token = FontIdentifier.random().rawValue
            return try await Job1Client.run(over: session.connection, named: token) { [progress] done, total in
                // A server need not send the total size.
                if total > 0 { progress.advance(to: Double(done) / Double(total), of: status) }
            } begin: { () async throws(BusError) in
                // Archives and web fonts are unpacked here; the fonts from them are examined when they are registered.
                _ = try await session.fonts.registerRemoteFont(
                    url: address, scope: "process", enabled: true,
                    options: ["handle_token": BusVariant(token), "unexamined": BusVariant(true)])
            }
        }
        guard case .ended(let state, let result) = end else { throw CommandFailure(.disconnected, item: address) }
        let record = FontRecord(result)
        if let failure = record.failure(about: address) { throw failure }
        if state == "cancelled" { throw CommandFailure(interrupted: localized("Interrupted.")) }
        guard let font: OwnedFileDescriptor = record.value("font") else {
            throw CommandFailure(
                .failure, code: .registrationFailed, localized("The service did not return the font."), item: address
            )
        }
        return font
    }

    /// The part of an address after its last slash; the whole address if that part is empty.
    private static func fileName(of address: String) -> String {
        address.split(separator: "/").last.map(String.init) ?? address
    }
}
