internal import Glibc

/// What was measured, line by line; printed as it comes.
struct Report {
    /// What a number should be.
    enum Aim {
        case atMost(Double)
        case atLeast(Double)

        func isMet(by value: Double) -> Bool {
            switch self {
            case .atMost(let limit): value <= limit
            case .atLeast(let limit): value >= limit
            }
        }

        var text: String {
            switch self {
            case .atMost(let limit): "<= \(Samples.text(limit))"
            case .atLeast(let limit): ">= \(Samples.text(limit))"
            }
        }
    }

    private struct Line {
        var key: String
        var title: String
        /// `nil` where there is nothing to measure.
        var measured: Samples?
        /// Why not, then.
        var absence = ""
        var control: (title: String, samples: Samples)?
        var comparison: (text: String, value: Double, aim: Aim?)?
    }

    private var lines: [Line] = []
    private var notes: [String] = []
    /// The numbers of the run as a whole, such as how many fonts there were.
    var facts: [(key: String, value: Double)] = []

    /// Adds a line without an aim.
    mutating func add(_ key: String, _ title: String, _ measured: Samples) {
        append(Line(key: key, title: title, measured: measured))
    }

    /// Adds a line whose value itself has an aim.
    mutating func add(_ key: String, _ title: String, _ measured: Samples, aim: Aim) {
        append(
            Line(
                key: key, title: title, measured: measured,
                comparison: (Samples.text(measured.median), measured.median, aim)))
    }

    /// Adds a line with its control, which was measured in the same run, and how both compare: as a ratio, unless told
    /// otherwise.
    mutating func add(
        _ key: String, _ title: String, _ measured: Samples, against control: (title: String, samples: Samples),
        _ value: Double, unit: String = "x", aim: Aim? = nil
    ) {
        append(
            Line(
                key: key, title: title, measured: measured, control: control,
                comparison: ("\(Samples.text(value)) \(unit)", value, aim)))
    }

    /// Adds a line for what cannot be measured here, and why.
    mutating func add(_ key: String, _ title: String, missing reason: String) {
        append(Line(key: key, title: title, measured: nil, absence: reason))
    }

    /// Prints a heading.
    func head(_ title: String) { write("\n\(title)\n") }

    /// Adds something to know about the numbers.
    mutating func note(_ text: String) {
        notes.append(text)
        write("    \(text)\n")
    }

    /// Says at the end of many lines which aims were missed, and by how much.
    ///
    /// - Returns: Whether every aim was met.
    func summarize() -> Bool {
        var aims = 0
        var missed: [String] = []
        for line in lines {
            guard let (text, value, aim) = line.comparison, let aim else { continue }
            aims += 1
            if !aim.isMet(by: value) { missed.append("  \(line.key): \(text), aim \(aim.text) (\(line.title))\n") }
        }
        write(
            missed.isEmpty
                ? "\nEach of \(aims) aims was met.\n"
                : "\nMissed \(missed.count) of \(aims) aims:\n\(missed.joined())")
        return missed.isEmpty
    }

    private mutating func append(_ line: Line) {
        lines.append(line)
        var text = "  " + line.title.padded(to: 52) + (line.measured?.text ?? line.absence).padded(to: 34)
        if let (comparison, value, aim) = line.comparison {
            text += comparison.padded(to: 12)
            if let aim { text += "\(aim.text) \(aim.isMet(by: value) ? "met" : "MISSED")".padded(to: 16) }
        }
        if let control = line.control { text += "against \(control.title): \(control.samples.text)" }
        write(text + "\n")
    }

    private func write(_ text: String) {
        // Not print: whoever waits for minutes wants to see each line at once, also through a pipe.
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
    }

    // MARK: - JSON

    /// Writes everything to a file as one JSON object.
    func writeJSON(to path: String) throws {
        let facts = facts.map { "\(Self.quoted($0.key)): \(Self.number($0.value))" }.joined(separator: ", ")
        let lines = lines.map { "    \(Self.json(of: $0))" }.joined(separator: ",\n")
        let notes = notes.map(Self.quoted).joined(separator: ", ")
        let text = "{\n  \"facts\": {\(facts)},\n  \"notes\": [\(notes)],\n  \"measurements\": [\n\(lines)\n  ]\n}\n"
        try Files.write(Array(text.utf8), to: path)
    }

    private static func json(of line: Line) -> String {
        var members = ["\"key\": \(quoted(line.key))", "\"title\": \(quoted(line.title))"]
        if let measured = line.measured {
            members.append("\"measured\": \(json(of: measured))")
        } else {
            members.append("\"missing\": \(quoted(line.absence))")
        }
        if let control = line.control {
            members.append(
                "\"control\": {\"title\": \(quoted(control.title)), \"measured\": \(json(of: control.samples))}")
        }
        if let (_, value, aim) = line.comparison {
            members.append("\"compared\": \(number(value))")
            switch aim {
            case .atMost(let limit)?: members.append("\"at_most\": \(number(limit))")
            case .atLeast(let limit)?: members.append("\"at_least\": \(number(limit))")
            case nil: break
            }
            if let aim { members.append("\"met\": \(aim.isMet(by: value))") }
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private static func json(of samples: Samples) -> String {
        """
        {"unit": \(quoted(samples.unit.rawValue)), "median": \(number(samples.median)), \
        "minimum": \(number(samples.minimum)), "maximum": \(number(samples.maximum)), "count": \(samples.values.count)}
        """
    }

    private static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

    /// All texts here are plain ones of this program, but for the quotes there may be.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted + "\""
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }
}
