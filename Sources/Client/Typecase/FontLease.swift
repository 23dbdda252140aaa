internal import BusInterface
internal import DBus

/// How long fonts are registered that are to be gone when the process ends, at the latest.
///
///     var options = FontRegistrationOptions()
///     options.lease = FontLease(handle: "document", duration: .seconds(3600))
///     _ = try await FontManager.shared.registerFonts(at: paths, options: options)
///     try await FontManager.shared.endLease("document")
///
/// The service ends a lease with the process, however that ends, and keeps it while the service itself is restarted. What is
/// registered in a way that lasts longer stays as it is.
public struct FontLease: Sendable, Hashable {
    /// A name of the application's own for ``FontManager/endLease(_:)``: 1 to 64 ASCII letters, digits and underscores;
    /// `nil` where the lease is to end by itself.
    public var handle: String?
    /// How long it lasts at most, in whole seconds, while the machine is awake; `nil` without end.
    public var duration: Duration?

    /// Leases fonts.
    ///
    /// - Parameters:
    ///   - handle: A name of the application's own; `nil` for none.
    ///   - duration: How long it lasts at most; `nil` for as long as the process.
    public init(handle: String? = nil, duration: Duration? = nil) {
        self.handle = handle
        self.duration = duration
    }

    /// What a lease in process scope gets.
    static let processScopeError = FontManagerError(
        .unsupportedScope,
        "Fonts in process scope have no lease, as they are never there for longer than the process: unregister them, or "
            + "use the scope session.")

    /// What the service is told.
    var entries: [String: BusVariant] {
        var entries = ["lease": BusVariant(true)]
        if let handle { entries["lease_handle"] = BusVariant(handle) }
        if let duration {
            let (seconds, attoseconds) = duration.components
            // At least one, and never shorter than asked for.
            let whole = max(seconds + (attoseconds > 0 ? 1 : 0), 1)
            entries["lease_seconds"] = BusVariant(UInt32(clamping: whole))
        }
        return entries
    }
}

extension FontManager {
    /// Ends what the process has registered with a handle.
    ///
    /// - Parameter handle: The ``FontLease/handle``.
    /// - Throws: ``FontManagerError``: `notRegistered` where there is no such lease, or not any more; `CancellationError`.
    public func endLease(_ handle: String) async throws {
        _ = try await service.change { (session, _) throws(BusError) in
            try await session.fonts.endLease(handle: handle, options: [:], timeout: MessageLimits.changeTimeout)
        }
    }
}
