internal import BusInterface
internal import DBus
internal import DynamicType
internal import FontService

/// Serves `org.typecase.DynamicType1`: the category of each caller, and the values that depend on it.
struct DynamicTypeHarness: DynamicType1Service {
    let callers: CallerDirectory
    let followers: TextSizeFollowers
    /// The bus name by which callers reach this object.
    let way: TextSizeFollowers.Way

    func category(_ call: BusMethodCall) async throws -> String {
        try await followers.textSize(for: call.sender, by: way, knownTo: callers).category.rawValue
    }

    func source(_ call: BusMethodCall) async throws -> String {
        try await followers.textSize(for: call.sender, by: way, knownTo: callers).source.rawValue
    }

    func styles(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        let category = try await category(of: call, BusDictionary(options))
        return TextStyle.allCases.map { style in
            let metrics = style.metrics(for: category)
            var dictionary = [
                "style": BusVariant(style.rawValue), "size": BusVariant(metrics.pointSize),
                "leading": BusVariant(metrics.leading), "weight": BusVariant(metrics.weight),
                "emphasized_weight": BusVariant(metrics.emphasizedWeight),
            ]
            if let tracking = metrics.trackingPoints { dictionary["tracking"] = BusVariant(tracking) }
            return dictionary
        }
    }

    func scaledValue(
        _ call: BusMethodCall, style: String, value: Double, options: [String: BusVariant]
    ) async throws -> Double {
        let options = BusDictionary(options)
        let metrics = FontMetrics(forTextStyle: try Self.style(style))
        guard value.isFinite else { throw BusError.invalidArguments("value: a finite number is needed") }
        let displayScale = try options.double("display_scale") ?? 1
        guard displayScale.isFinite, displayScale > 0 else {
            throw BusError.invalidArguments("options: display_scale must be a finite number above 0")
        }
        let category = try await category(of: call, options)
        let scaled = metrics.scaledValue(for: value, compatibleWith: category, displayScale: displayScale)
        guard scaled.isFinite else { throw BusError.invalidArguments("value: too large to be scaled") }
        return scaled
    }

    func scaledFontSize(
        _ call: BusMethodCall, style: String, size: Double, options: [String: BusVariant]
    ) async throws -> Double {
        let options = BusDictionary(options)
        let metrics = FontMetrics(forTextStyle: try Self.style(style))
        let maximum: FontSizeMaximum? =
            switch (try options.double("maximum"), try options.double("maximum_factor")) {
            case (nil, nil): nil
            case (let points?, nil): .points(points)
            case (nil, let factor?): .factor(factor)
            case (_?, _?):
                throw BusError.invalidArguments("options: one of maximum and maximum_factor, not both")
            }
        let scaled = try Self.checking { () throws(DynamicTypeError) in
            try metrics.scaledSize(for: FontSize(size), maximum: maximum)
        }
        return scaled.pointSize(for: TextTraits(category: try await category(of: call, options)))
    }

    /// The category for a call: the one in its options, or else that of its caller, which follows changes from now on.
    private func category(
        of call: BusMethodCall, _ options: BusDictionary
    ) async throws(BusError) -> ContentSizeCategory {
        let named = try options.string("category")
        let own = try await followers.textSize(for: call.sender, by: way, knownTo: callers).category
        return try named.map { (name) throws(BusError) in try Self.category(name, "options: category") } ?? own
    }

    /// The category with a name.
    ///
    /// - Parameters:
    ///   - name: The name from a caller.
    ///   - place: What to call it in the error message.
    /// - Returns: The category.
    /// - Throws: `InvalidArgs`.
    static func category(_ name: String, _ place: String) throws(BusError) -> ContentSizeCategory {
        guard let category = ContentSizeCategory(rawValue: name) else {
            let names = ContentSizeCategory.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArguments("\(place): one of \(names) is needed")
        }
        return category
    }

    private static func style(_ name: String) throws(BusError) -> TextStyle {
        guard let style = TextStyle(rawValue: name) else {
            let names = TextStyle.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArguments("style: one of \(names) is needed")
        }
        return style
    }

    private static func checking<Result>(_ body: () throws(DynamicTypeError) -> Result) throws(BusError) -> Result {
        do throws(DynamicTypeError) {
            return try body()
        } catch {
            throw .invalidArguments(error.message)
        }
    }
}
