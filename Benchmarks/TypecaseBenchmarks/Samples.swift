/// Measured values of one kind, of which the median counts: others use the machine as well.
struct Samples: Sendable {
    /// What the values are counted in.
    enum Unit: String, Sendable {
        case milliseconds = "ms"
        case microseconds = "us"
        case megabytes = "MB"
        case count = ""
    }

    let unit: Unit
    private(set) var values: [Double] = []

    init(_ unit: Unit, _ values: [Double] = []) {
        self.unit = unit
        self.values = values
    }

    mutating func append(_ value: Double) { values.append(value) }

    mutating func append(_ duration: Duration) {
        switch unit {
        case .milliseconds: append(duration.milliseconds)
        case .microseconds: append(duration.milliseconds * 1_000)
        case .megabytes, .count: preconditionFailure("a duration is no \(unit)")
        }
    }

    var median: Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The largest value alone, where it is the one that counts.
    var worst: Samples { Samples(unit, [maximum]) }

    var minimum: Double { values.min() ?? .nan }
    var maximum: Double { values.max() ?? .nan }

    /// The median with its unit and, where there are several values, their range and number.
    var text: String {
        let shown = "\(Self.text(median)) \(unit.rawValue)"
        guard values.count > 1 else { return shown }
        return "\(shown) (\(Self.text(minimum))..\(Self.text(maximum)), n=\(values.count))"
    }

    /// A number with three significant digits, as long as it is not larger.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let decimals = value.magnitude >= 100 || value == value.rounded() ? 0 : value.magnitude >= 10 ? 1 : 2
        let scale = [1.0, 10.0, 100.0][decimals]
        let scaled = Int64((value * scale).rounded())
        guard decimals > 0 else { return "\(scaled)" }
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        let digits = String(fraction)
        let padding = String(repeating: "0", count: decimals - digits.count)
        return "\(scaled < 0 ? "-" : "")\(whole).\(padding)\(digits)"
    }
}

extension Duration {
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1_000 + Double(attoseconds) / 1e15
    }
}
