internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// Serves the families of the system that the user hides from programs.
struct HiddenFamiliesHarness: Management1HiddenFamiliesService {
    let operations: CallerOperations
    let queries: FontQueries
    let hiddenFamilies: HiddenFamilies

    func listHiddenFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        if let unreadable = queries.unreadable { throw BusError(unreadable) }
        let families = try await hiddenFamilies.families()
        return families.map { family in
            [
                "family": BusVariant(family.name), "faces": BusVariant(UInt32(clamping: family.faceCount)),
                "file": BusVariant(hiddenFamilies.path),
            ]
        }
    }

    func setFamiliesHidden(
        _ call: BusMethodCall, names: [String], hidden: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let dictionary = BusDictionary(options, "options")
        let isForced = try dictionary.boolean("force") ?? false
        let isDryRun = try dictionary.boolean("dry_run") ?? false
        guard names.count <= HiddenFamilies.maximumCount else {
            throw BusError(
                .invalidArguments, "No more than \(HiddenFamilies.maximumCount) families are changed with one call.")
        }
        let results = try await operations.changing(call, hidden ? "disable" : "enable", options) {
            try await hiddenFamilies.set(names, hidden: hidden, force: isForced, dryRun: isDryRun)
        }
        return zip(names, results).map { name, result in
            switch result {
            case .success(let family):
                [
                    "family": BusVariant(family.name), "changed": BusVariant(family.isChange),
                    "file": BusVariant(hiddenFamilies.path),
                ]
            case .failure(let error):
                ["family": BusVariant(name)].merging(error.itemDictionary()) { first, _ in first }
            }
        }
    }
}
