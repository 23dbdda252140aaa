internal import ArgumentParser
internal import InspectionProtocol

/// Fonts that people take for good and that are refused all the same, each with what is wrong with it.
struct Exceptions {
    private var reasons: [String: (rule: String, reason: String)] = [:]

    /// Reads a list.
    ///
    /// - Parameter path: A file with a font in each line: the name of its file, the rule that it breaks and what is wrong,
    ///   divided by tabs; empty lines and those that begin with a number sign are none. `nil` for no exceptions.
    /// - Throws: Which line is none of these.
    init(_ path: String?) throws {
        guard let path else { return }
        let text = String(decoding: FontFolder.bytes(path), as: UTF8.self)
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3 else { throw ValidationError("\(path): no name, rule and reason: \(line)") }
            reasons[fields[0]] = (fields[1], fields[2])
        }
    }

    /// Why a font is refused rightly; `nil` where that is not known, or it is refused for another rule.
    func reason(_ path: String, _ refusal: FontInspection.Finding?) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let refusal, let known = reasons[name], known.rule == refusal.rule else { return nil }
        return known.reason
    }
}
