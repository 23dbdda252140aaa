internal import BusInterface
internal import DBus

/// The icons of the fake: one application has two, and no other has any.
extension FakeFontService {
    func listAlternateIcons(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        currentIcon.map { name in
            [
                [
                    "application": BusVariant("org.example.App"), "display_name": BusVariant("Example"),
                    "name": BusVariant(name),
                ]
            ]
        } ?? []
    }

    func setAlternateIcon(
        _ call: BusMethodCall, application: String, name: String, options: [String: BusVariant]
    ) async throws {
        guard application == "org.example.App", ["day", "night"].contains(name) else {
            throw BusError(typecaseName: "AssetNotFound", message: "It has day, night.")
        }
        update { $0.icon = name }
    }

    func resetAlternateIcons(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        let had = currentIcon != nil
        update { $0.icon = nil }
        return had ? 1 : 0
    }

    private var currentIcon: String? {
        var icon: String?
        update { icon = $0.icon }
        return icon
    }
}
