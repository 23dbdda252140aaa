internal import BusInterface
internal import DBus
internal import DynamicType
internal import FontModel
internal import FontService
internal import Registry

/// Serves the text size, for the user to choose.
struct TextSizeChoicesHarness: Management1TextSizesService {
    let callers: CallerDirectory
    let textSizes: TextSizeService
    let followers: TextSizeFollowers

    func textSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        let application = try Self.application(application)
        await followers.manage(call.sender, knownTo: callers)
        let size = textSizes.textSize(of: application)
        var dictionary = [
            "category": BusVariant(size.category.rawValue), "source": BusVariant(size.source.rawValue),
        ]
        if let desktop = size.desktop {
            dictionary["text_scale"] = BusVariant(desktop.factor)
            dictionary["text_scale_source"] = BusVariant(desktop.source.rawValue)
        }
        return dictionary
    }

    func listTextSizes(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        await followers.manage(call.sender, knownTo: callers)
        let choices = try await textSizes.choices()
        return choices.map { choice in
            [
                "application": BusVariant(choice.application?.rawValue ?? ""),
                "category": BusVariant(choice.category), "time": BusVariant(UInt64(clamping: choice.time)),
            ]
        }
    }

    func setTextSize(
        _ call: BusMethodCall, application: String, category: String, options: [String: BusVariant]
    ) async throws {
        let application = try Self.application(application)
        let category = try DynamicTypeHarness.category(category, "category")
        try await textSizes.set(category, for: application)
    }

    func resetTextSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> Bool {
        let application = try Self.application(application)
        return try await textSizes.reset(application)
    }

    /// Reads the application with a name; `nil` for all applications.
    private static func application(_ name: String) throws(BusError) -> ProviderIdentifier? {
        if name.isEmpty { return nil }
        guard let application = ProviderIdentifier(rawValue: name) else {
            throw .invalidArguments("application: '\(name.prefix(255))' is no id of a program")
        }
        return application
    }
}
