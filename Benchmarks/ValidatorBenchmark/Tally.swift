/// The sums of many verdicts.
struct Tally {
    private let title: String
    private var count = 0
    private var others = 0
    private var refusedAlone = 0
    private var refused = 0
    private var crashes = 0
    private var refusedBySanitizer = 0
    private var refusedByBoth = 0
    private var refusedFonts = 0
    private var refusedWithoutAgreement = 0
    private var excepted = 0
    private var exposed = 0
    private var exposedRefusedAlone = 0
    private var exposedRefused = 0
    private var isSanitizerHeard = false
    private var timesAlone: [Duration] = []
    private var times: [Duration] = []

    init(title: String) { self.title = title }

    /// Counts the verdicts on a font.
    ///
    /// - Parameters:
    ///   - opinions: The verdicts.
    ///   - isExcepted: Whether the font is known to be refused rightly.
    mutating func add(_ opinions: Opinions, isExcepted: Bool = false) {
        count += 1
        timesAlone.append(opinions.alone.time)
        times.append(opinions.gate.time)
        if !opinions.isFont { others += 1 }
        if opinions.gate.isCrash { crashes += 1 }
        let (isRefusedAlone, isRefused) = (opinions.alone.refusal != nil, opinions.gate.refusal != nil)
        if isRefusedAlone { refusedAlone += 1 }
        if isRefused { refused += 1 }
        if isRefused, opinions.isFont { refusedFonts += 1 }
        if isExcepted { excepted += 1 }
        guard opinions.sanitizer != .unheard else { return }
        isSanitizerHeard = true
        if opinions.sanitizer == .refused {
            refusedBySanitizer += 1
            if isRefusedAlone { refusedByBoth += 1 }
            if opinions.query == .accepted {
                exposed += 1
                if isRefusedAlone { exposedRefusedAlone += 1 }
                if isRefused { exposedRefused += 1 }
            }
        } else if isRefused, opinions.isFont {
            refusedWithoutAgreement += 1
        }
    }

    /// How many fonts of a kind that is taken are refused that are not known to be refused rightly.
    var unexplained: Int { refusedFonts - excepted }

    /// Prints the sums.
    func report() {
        print("\(title): \(count), \(others) of them of a kind that is not taken")
        print("refused: \(refused) with the sanitizer, \(refusedAlone) without it; crashes of the parser: \(crashes)")
        print(
            "fonts of a kind that is taken and refused, whoever agrees: \(refusedFonts), \(excepted) of them known to be "
                + "refused rightly")
        // As of a font that comes by itself: while others looked at the one before, the next process got ready. Right
        // after one another fonts wait for that as well, which is measured of a crowd of them.
        print("time without the sanitizer, by a process that is ready: \(Self.quantiles(timesAlone))")
        print("time with the sanitizer, by processes that are ready: \(Self.quantiles(times))")
        guard isSanitizerHeard else {
            print("ots-sanitize is not installed: nothing to compare with")
            return
        }
        print(
            "OpenType Sanitizer refuses \(refusedBySanitizer), \(refusedByBoth) of them are refused without it as well")
        print(
            "it refuses and fontconfig accepts \(exposed): refused \(share(exposedRefused)) with it, "
                + "\(share(exposedRefusedAlone)) without it")
        print("fonts of a kind that is taken, which the sanitizer accepts and we refuse: \(refusedWithoutAgreement)")
    }

    private static func quantiles(_ times: [Duration]) -> String {
        let sorted = times.sorted()
        func time(_ quantile: Double) -> String {
            guard !sorted.isEmpty else { return "-" }
            return sorted[min(sorted.count - 1, Int(Double(sorted.count) * quantile))].milliseconds
        }
        return "median \(time(0.5)), 95 % below \(time(0.95)), at most \(time(1))"
    }

    private func share(_ part: Int) -> String {
        exposed == 0 ? "0" : "\(part) (\(Double(part * 1000 / exposed) / 10) %)"
    }
}

extension Duration {
    /// The time in milliseconds, for people.
    var milliseconds: String {
        let value = Double(components.attoseconds) / 1e15 + Double(components.seconds) * 1e3
        return "\((value * 100).rounded() / 100) ms"
    }
}
