internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc

/// Refuses every call to `org.typecase.FontManager1` except `WhoAmI`, if the home cannot be used.
struct UnavailableFontManager: RefusingFontManager1Service {
    let refusal: BusError
    let callers: CallerDirectory

    func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant] {
        CallerDictionary.make(try await callers.identity(of: call.sender))
    }
}

/// Refuses every call from sandboxes, if the home cannot be used.
struct UnavailablePortal: RefusingTypecasePortalService {
    let refusal: BusError
}

/// Refuses to draw anything, if the home cannot be used.
struct UnavailableRendering: RefusingRendering1Service {
    let refusal: BusError
}

/// Refuses every access to resources, if the home cannot be used.
struct UnavailableResources: RefusingResources1Service {
    let refusal: BusError
}

/// Refuses every change of an icon, and supports none, if the home cannot be used.
struct UnavailableIcons: RefusingAlternateIcons1Service {
    let refusal: BusError

    func supportsAlternateIcons(_ call: BusMethodCall) async throws -> Bool { false }
    func unsupportedReason(_ call: BusMethodCall) async throws -> String { refusal.message }
    func alternateIconNames(_ call: BusMethodCall) async throws -> [String] { [] }
    func alternateIconName(_ call: BusMethodCall) async throws -> String { "" }
}

/// Refuses every call to the management interface except `Status`, if the home cannot be used.
struct UnavailableManagement: RefusingManagement1Service {
    let refusal: BusError

    func status(_ call: BusMethodCall) async throws -> [String: BusVariant] {
        [
            "daemon_version": BusVariant(TypecaseVersion.current),
            "process_id": BusVariant(UInt32(getpid())),
            "ready": BusVariant(false),
            "read_only": BusVariant(true),
            "read_only_reason": BusVariant(refusal.message),
        ]
    }
}
