internal import BusInterface
internal import DBus

/// A limited time for which fonts are registered: at the latest, it ends with the process.
///
///     var options = FontRegistrationOptions()
///     options.lease = FontLease(handle: "document", duration: .seconds(3600))
///     _ = try await FontManager.shared.registerFonts(at: paths, options: options)
///     try await FontManager.shared.endLease("document")
///
/// The service ends a lease when the process ends, for whatever reason. A lease continues while the service itself is
/// restarted. Fonts that are registered in a way that lasts longer stay registered as they are.
public struct FontLease: Sendable, Hashable {
    /// A name of the application's choice for ``FontManager/endLease(_:)``; `nil` if the lease ends without a call.
    ///
    /// It consists of 1 to 64 ASCII letters, digits and underscores.
    public var handle: String?
    /// The longest duration of the lease, in whole seconds while the machine is awake; `nil` for no limit.
    public var duration: Duration?

    /// Creates a lease.
    ///
    /// - Parameters:
    ///   - handle: A name that the application chooses; `nil` for none.
    ///   - duration: The longest duration; `nil` for as long as the process runs.
    public init(handle: String? = nil, duration: Duration? = nil) {
        self.handle = handle
        self.duration = duration
    }

    /// The error for a lease in process scope.
    static let processScopeError = FontManagerError(
        .unsupportedScope,
        "Fonts in process scope have no lease, as they are never there for longer than the process: unregister them, or "
            + "use the scope session.")

    /// The entries that describe the lease to the service.
    var entries: [String: BusVariant] {
        var entries = ["lease": BusVariant(true)]
        if let handle { entries["lease_handle"] = BusVariant(handle) }
        if let duration {
            let (seconds, attoseconds) = duration.components
            // At least one second, and never shorter than requested.
            let whole = max(seconds + (attoseconds > 0 ? 1 : 0), 1)
            entries["lease_seconds"] = BusVariant(UInt32(clamping: whole))
        }
        return entries
    }
}

extension FontManager {
    /// Ends all leases that the process has taken with a handle.
    ///
    /// - Parameter handle: The ``FontLease/handle``.
    /// - Throws: ``FontManagerError``: `notRegistered` if there is no such lease or all have already ended;
    ///   `CancellationError`.
    public func endLease(_ handle: String) async throws {
        _ = try await service.change { (session, _) throws(BusError) in
            try await session.fonts.endLease(handle: handle, options: [:], timeout: MessageLimits.changeTimeout)
        }
    }
}
