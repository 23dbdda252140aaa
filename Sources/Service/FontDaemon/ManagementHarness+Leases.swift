internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem

/// Fonts that the user has in use for as long as a program runs.
extension ManagementHarness {
    /// Registers fonts that last as long as the caller's connection.
    func installLeased(
        _ call: BusMethodCall, _ fonts: [OwnedFileDescriptor], _ options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        // Whoever has left cannot be identified.
        _ = try await callers.identity(of: call.sender)
        await leases.watch(call.sender) { [callers] in await callers.whenGone($0, $1) }
        let previews = try await FontError.replying { () throws(FontError) in
            try await harness.registrations.preview(fonts, keepsRegistered: true, by: .user)
        }
        // Registering the bytes of a disabled font once more enables it for good.
        let disabled = previews.map { preview in
            if case .success(let font) = preview, font.registration != nil { !font.isEnabled } else { false }
        }
        let others = zip(fonts, disabled).filter { !$1 }.map(\.0)
        var registered: (results: [[String: BusVariant]], generation: UInt64) = ([], try await queries.generation())
        if !others.isEmpty {
            var options = options
            let names = try FontFilters.names(BusDictionary(options), count: fonts.count)
            if !names.isEmpty {
                options["names"] = BusVariant(zip(names, disabled).filter { !$1 }.map(\.0))
            }
            let token = try await FontError.replying { () throws(FontError) in
                try await leases.begin(for: call.sender)
            }
            do throws(BusError) {
                registered = try await harness.register(
                    others, scope: RegistrationScope.session.rawValue, enabled: true, options: options,
                    keepsRegistered: true, lease: token, by: .user, isWanted: { callers.isThere(call.sender) })
            } catch {
                await leases.leave([token], call.sender)
                throw error
            }
            let known = registered.results.compactMap { result in
                (try? result["id"]?.converted(to: String.self)).flatMap { FontIdentifier(rawValue: $0) }
            }
            try await FontError.replying { () throws(FontError) in
                try await leases.settle(token, with: known, of: call.sender)
            }
        }
        var results = registered.results.makeIterator()
        return (
            disabled.map { isDisabled in
                isDisabled ? Self.disabledError.itemDictionary() : results.next() ?? Self.disabledError.itemDictionary()
            }, registered.generation
        )
    }

    private static let disabledError = FontError(
        .registrationFailed,
        "The font is installed and disabled. Enable it with typecase enable, or uninstall it first.")
}
