internal import BusInterface
internal import DBus

/// A system without fonts, none of whose families can be hidden.
extension FakeFontService {
    func listHiddenFamilies(_ call: BusMethodCall, filter: [String: BusVariant]) -> [[String: BusVariant]] { [] }

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
