internal import BusInterface
internal import DBus

/// What the real service answers in the tests of the commands for it.
extension FakeFontService {
    func listResources(_ call: BusMethodCall, filter: [String: BusVariant]) throws -> [[String: BusVariant]] {
        throw BusError.failed("The real service answers in the tests of this.")
    }

    func changeResources(
        _ call: BusMethodCall, action: String, filter: [String: BusVariant]
    ) throws -> [String: BusVariant] { throw BusError.failed("The real service answers in the tests of this.") }

    func cover(
        _ call: BusMethodCall, text: String, options: [String: BusVariant]
    ) throws -> [String: BusVariant] { throw BusError.failed("The real service answers in the tests of this.") }

    func pickFont(_ call: BusMethodCall, options: [String: BusVariant]) throws -> ObjectPath {
        throw BusError.failed("The real service answers in the tests of this.")
    }
}
