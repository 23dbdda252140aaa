internal import BusInterface
internal import DBus

/// The history of the fake: change 7 can be undone, and 8 cannot.
extension FakeFontService {
    func listHistory(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (changes: [[String: BusVariant]], cursor: String) {
        let id = try BusDictionary(filter).uint64("id")
        let changes = [(UInt64(8), "deleted"), (7, "installed")].map { number, kind -> [String: BusVariant] in
            [
                "id": BusVariant(number), "time": BusVariant(UInt64(1)), "cause": BusVariant("user"),
                "action": BusVariant("install"), "program": BusVariant("typecase"), "count": BusVariant(UInt32(1)),
                "items": BusVariant([item(kind)]), "undoable": BusVariant(number == 7),
            ]
        }
        return (try changes.filter { try id == nil || $0["id"]?.converted(to: UInt64.self) == id }, "")
    }

    func undo(
        _ call: BusMethodCall, change: UInt64, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], made: UInt64, generation: UInt64) {
        switch change {
        case 0, 7: return ([item("installed")], 9, 2)
        case 8: throw BusError(typecaseName: "NotUndoable", message: "It was deleted for good.")
        default: throw BusError(typecaseName: "NotRegistered", message: "There is no such change.")
        }
    }

    private func item(_ kind: String) -> [String: BusVariant] {
        [
            "kind": BusVariant(kind), "provider": BusVariant("user"), "postscript_name": BusVariant("Lato-Regular"),
            "version": BusVariant("1.000"),
        ]
    }
}
