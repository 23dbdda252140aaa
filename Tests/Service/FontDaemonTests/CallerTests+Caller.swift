internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import Testing

extension CallerTests {
    /// Who calls.
    enum Caller: CaseIterable, CustomTestStringConvertible {
        case flatpak, snap, application, appImage, package, unit, process, unidentifiable
        /// A sandboxed application that nobody has given any right.
        case stranger

        static let allCases: [Caller] = [
            .flatpak, .snap, .application, .appImage, .package, .unit, .process, .unidentifiable,
        ]

        var testDescription: String { "\(self)" }

        /// Whom the daemon takes the caller for.
        func identity() throws -> CallerIdentity {
            let (kind, provider): (CallerIdentity.Kind, String) =
                switch self {
                case .flatpak: (.flatpak, "org.example.Sandboxed")
                case .snap: (.snap, "snap.sandboxed")
                case .stranger: (.flatpak, "org.unheard.Sandboxed")
                case .application: (.application, "org.example.Native")
                case .appImage: (.appImage, "appimage.example")
                case .package: (.package, "package.example")
                case .unit: (.unit, "session.example.service")
                case .process: (.process, "session.example")
                case .unidentifiable: throw BusError.failed("the process is gone")
                }
            return CallerIdentity(
                kind: kind, applicationID: kind == .flatpak || kind == .application ? provider : nil,
                displayName: provider,
                provider: try #require(ProviderIdentifier(rawValue: provider)), processID: 1)
        }

        /// Whether the caller may use an interface.
        func mayUse(_ interface: ExportedInterface) -> Bool {
            switch self {
            case .unidentifiable: false
            case .flatpak, .snap, .stranger: interface.name != Management1Names.interface
            case .application, .appImage, .package, .unit, .process: true
            }
        }
    }
}
