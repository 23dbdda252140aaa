internal import BusInterface
internal import DBus

/// The text sizes of the fake, as the real service answers them where the desktop says nothing.
extension FakeFontService {
    func textSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        let sizes = try textSizes()
        if !application.isEmpty, let own = sizes[application] {
            return ["category": BusVariant(own), "source": BusVariant("application")]
        }
        guard let chosen = sizes[""] else {
            return [
                "category": BusVariant("extra-extra-large"), "source": BusVariant("desktop"),
                "text_scale": BusVariant(1.25), "text_scale_source": BusVariant("portal"),
            ]
        }
        return ["category": BusVariant(chosen), "source": BusVariant("user")]
    }

    func listTextSizes(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        try textSizes().sorted { $0.key < $1.key }.map {
            ["application": BusVariant($0.key), "category": BusVariant($0.value), "time": BusVariant(UInt64(1))]
        }
    }

    func setTextSize(
        _ call: BusMethodCall, application: String, category: String, options: [String: BusVariant]
    ) async throws {
        _ = try textSizes()
        update { $0.textSizes[application] = category }
    }

    func resetTextSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> Bool {
        let existed = try textSizes()[application] != nil
        update { $0.textSizes[application] = nil }
        return existed
    }

    private func textSizes() throws -> [String: String] {
        var sizes: [String: String] = [:]
        var failure: BusError?
        update { (sizes, failure) = ($0.textSizes, $0.failure) }
        if let failure { throw failure }
        return sizes
    }
}

extension RunningService {
    /// Tells everybody that the size of text has changed.
    func announceTextSizes() async throws { try await connection.emitTextSizesChanged() }
}
