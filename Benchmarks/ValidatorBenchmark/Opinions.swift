internal import InspectionProtocol

/// What all say of one font.
struct Opinions {
    /// Why our own checks refuse it, if they do.
    let refusal: FontInspection.Finding?
    /// Whether it is a font of a kind that is taken at all.
    let isFont: Bool
    /// What our own checks took.
    let time: Duration
    let sanitizer: Peers.Opinion
    let sanitizerReason: String
    let query: Peers.Opinion

    /// What is worth a look: a font that is refused here, or that only the sanitizer refuses.
    var disagreement: String? {
        if let refusal {
            return "refused here\(sanitizer == .accepted ? " alone" : "") for \(refusal.rule): \(refusal.message)"
        }
        if refusal == nil, sanitizer == .refused { return "accepted here, the sanitizer says \(sanitizerReason)" }
        return nil
    }
}

/// The sums of many verdicts.
struct Tally {
    private let title: String
    private var count = 0
    private var refused = 0
    private var refusedBySanitizer = 0
    private var refusedByBoth = 0
    private var refusedHereAlone = 0
    private var exposed = 0
    private var exposedRefused = 0
    private var isSanitizerHeard = false
    private var times: [Duration] = []

    init(title: String) { self.title = title }

    mutating func add(_ opinions: Opinions) {
        count += 1
        times.append(opinions.time)
        let isRefused = opinions.refusal != nil
        if isRefused { refused += 1 }
        guard opinions.sanitizer != .unheard else { return }
        isSanitizerHeard = true
        if opinions.sanitizer == .refused {
            refusedBySanitizer += 1
            if isRefused { refusedByBoth += 1 }
            if opinions.query == .accepted {
                exposed += 1
                if isRefused { exposedRefused += 1 }
            }
        } else if isRefused, opinions.isFont {
            refusedHereAlone += 1
        }
    }

    /// Prints the sums.
    func report() {
        let sorted = times.sorted()
        func time(_ quantile: Double) -> String {
            guard !sorted.isEmpty else { return "-" }
            let value = sorted[min(sorted.count - 1, Int(Double(sorted.count) * quantile))]
            let milliseconds = Double(value.components.attoseconds) / 1e15 + Double(value.components.seconds) * 1e3
            return "\((milliseconds * 1000).rounded() / 1000) ms"
        }
        print("\(title): \(count), of which our own checks refuse \(refused)")
        print("time of our own checks: median \(time(0.5)), 95 % below \(time(0.95)), at most \(time(1))")
        guard isSanitizerHeard else {
            print("ots-sanitize is not installed: nothing to compare with")
            return
        }
        print("OpenType Sanitizer refuses \(refusedBySanitizer), \(refusedByBoth) of them refused here as well")
        print("it refuses and fontconfig accepts \(exposed), of which refused here \(exposedRefused)\(share)")
        print("fonts of a kind that is taken, refused here alone: \(refusedHereAlone)")
    }

    private var share: String {
        exposed == 0 ? "" : " (\(Double(exposedRefused * 1000 / exposed) / 10) %)"
    }
}
