internal import FontModel
internal import Localization

/// Counts the files that each validator examined.
struct JudgeTally {
    private var files = 0
    private var heard: [Opinion.Judge: (count: Int, version: String)] = [:]
    private var silence: [Opinion.Judge: String] = [:]

    /// Adds a file.
    ///
    /// - Parameter opinions: The opinions on the file.
    mutating func add(_ opinions: [Opinion]) {
        files += 1
        for opinion in opinions {
            if let reason = opinion.silence {
                silence[opinion.judge] = reason
            } else {
                // The version is unknown after a crash, but another file may provide it.
                let known = heard[opinion.judge] ?? (0, "")
                heard[opinion.judge] = (known.count + 1, opinion.version.isEmpty ? known.version : opinion.version)
            }
        }
    }

    /// The lines about the validators that examined files, and about those that examined none, with the reason.
    var lines: [String] {
        let judges = Opinion.Judge.allCases.compactMap { judge -> String? in
            guard let (count, version) = heard[judge] else { return nil }
            let name = Self.name(Opinion(judge, version: version))
            return count < files ? localized("%1 (%2 of %3 files)", name, count, files) : name
        }
        let silent = Opinion.Judge.allCases.compactMap { judge -> String? in
            guard heard[judge] == nil, let reason = silence[judge] else { return nil }
            return localized("Not checked by %1. %2", judge.displayName, reason)
        }
        return (judges.isEmpty ? [] : [localized("Checked by %1", CountedText.list(judges))]) + silent
    }

    /// The validators that examined one file.
    ///
    /// - Parameter opinions: The opinions on the file.
    /// - Returns: The validators with their versions; `nil` if there were none.
    static func text(_ opinions: [Opinion]) -> String? {
        let names = opinions.filter(\.isHeard).map(name)
        return names.isEmpty ? nil : localized("checked by %1", CountedText.list(names))
    }

    private static func name(_ opinion: Opinion) -> String {
        opinion.version.isEmpty ? opinion.judge.displayName : "\(opinion.judge.displayName) \(opinion.version)"
    }
}
