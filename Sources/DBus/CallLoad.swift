/// What the calls hold that came in and have no reply yet.
struct CallLoad {
    private let limits: BusLimits
    private var senders: [String: Share] = [:]
    private var size = 0

    /// What one call holds.
    struct Cost {
        /// The memory of its arguments, in bytes.
        let size: Int
        /// Its file descriptors.
        let descriptors: Int
    }

    private struct Share {
        var calls = 0
        var size = 0
        var descriptors = 0
    }

    init(limits: BusLimits) {
        self.limits = limits
    }

    var isEmpty: Bool { senders.isEmpty }

    /// Whether a sender may have one more call in flight, before its arguments are looked at.
    func mayAdmit(_ sender: String) -> Bool {
        (senders[sender]?.calls ?? 0) < limits.callsInFlightPerSender
    }

    /// Counts a call in.
    ///
    /// - Returns: Whether it may go on; if not, it was not counted.
    mutating func admit(_ sender: String, _ cost: Cost) -> Bool {
        var share = senders[sender] ?? Share()
        share.calls += 1
        share.size += cost.size
        share.descriptors += cost.descriptors
        guard share.calls <= limits.callsInFlightPerSender, share.size <= limits.decodedSizePerSender,
            share.descriptors <= limits.descriptorsPerSender, size + cost.size <= limits.decodedSizeInFlight
        else { return false }
        senders[sender] = share
        size += cost.size
        return true
    }

    /// Counts a call out again.
    mutating func remove(_ sender: String, _ cost: Cost) {
        guard var share = senders[sender] else { return }
        size -= cost.size
        share.calls -= 1
        share.size -= cost.size
        share.descriptors -= cost.descriptors
        senders[sender] = share.calls > 0 ? share : nil
    }
}
