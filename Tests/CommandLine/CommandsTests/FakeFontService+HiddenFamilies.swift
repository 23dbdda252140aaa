internal import BusInterface
internal import DBus

/// A system none of whose families can be hidden any more.
extension FakeFontService {
    func listHiddenFamilies(_ call: BusMethodCall, filter: [String: BusVariant]) -> [[String: BusVariant]] {
        snapshot.hiddenFamilies.map { ["family": BusVariant($0)] }
    }

    func setFamiliesHidden(
        _ call: BusMethodCall, names: [String], hidden: Bool, options: [String: BusVariant]
    ) -> [[String: BusVariant]] {
        names.map { family in
            [
                "family": BusVariant(family), "error": BusVariant("org.typecase.Error.NotRegistered"),
                "message": BusVariant("The system has no such family."),
            ]
        }
    }
}
