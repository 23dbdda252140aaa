internal import FontModel
internal import Localization

/// Who was heard on how many files.
struct JudgeTally {
    private var files = 0
    private var heard: [Opinion.Judge: (count: Int, version: String)] = [:]
    private var silence: [Opinion.Judge: String] = [:]

    /// Adds a file.
    ///
    /// - Parameter opinions: The opinions on it.
    mutating func add(_ opinions: [Opinion]) {
        files += 1
        for opinion in opinions {
            if let reason = opinion.silence {
                silence[opinion.judge] = reason
            } else {
                // A crash costs the version, and another file may tell it.
                let known = heard[opinion.judge] ?? (0, "")
                heard[opinion.judge] = (known.count + 1, opinion.version.isEmpty ? known.version : opinion.version)
            }
        }
    }

    /// Who was heard, and who was not on any file and why; no line where there was nobody to be heard.
    var lines: [String] {
        let judges = Opinion.Judge.allCases.compactMap { judge -> String? in
            guard let (count, version) = heard[judge] else { return nil }
            let name = Self.name(Opinion(judge, version: version))
            return count < files ? localized("%1 (%2 of %3 files)", name, count, files) : name
        }
        let silent = Opinion.Judge.allCases.compactMap { judge -> String? in
            guard heard[judge] == nil, let reason = silence[judge] else { return nil }
            return localized("Not heard: %1. %2", judge.displayName, reason)
        }
        return (judges.isEmpty ? [] : [localized("Judged by %1", CountedText.list(judges))]) + silent
    }

    /// Who was heard on one file.
    ///
    /// - Parameter opinions: The opinions on it.
    /// - Returns: The judges in their versions; `nil` where none was heard.
    static func text(_ opinions: [Opinion]) -> String? {
        let names = opinions.filter(\.isHeard).map(name)
        return names.isEmpty ? nil : localized("judged by %1", CountedText.list(names))
    }

    private static func name(_ opinion: Opinion) -> String {
        opinion.version.isEmpty ? opinion.judge.displayName : "\(opinion.judge.displayName) \(opinion.version)"
    }
}
