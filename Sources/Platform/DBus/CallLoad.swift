/// What the calls hold that came in and have no reply yet.
struct CallLoad {
    private let limits: BusLimits
    private var senders: [String: Share] = [:]
    private var sizeByOwner: [String?: Int] = [:]
    private var size = 0

    /// What one call holds.
    struct Cost {
        /// The memory of its arguments, in bytes.
        let size: Int
        /// Its file descriptors.
        let descriptors: Int
        /// Whose it is, by however many connections; `nil` for those who are not known yet, who are one owner together.
        var owner: String?
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
            share.descriptors <= limits.descriptorsPerSender, size + cost.size <= limits.decodedSizeInFlight,
            sizeByOwner[cost.owner, default: 0] + cost.size <= limits.decodedSizePerOwner
        else { return false }
        senders[sender] = share
        size += cost.size
        sizeByOwner[cost.owner, default: 0] += cost.size
        return true
    }

    /// Counts a call out again.
    mutating func remove(_ sender: String, _ cost: Cost) {
        guard var share = senders[sender] else { return }
        size -= cost.size
        let owned = sizeByOwner[cost.owner, default: 0] - cost.size
        sizeByOwner[cost.owner] = owned > 0 ? owned : nil
        share.calls -= 1
        share.size -= cost.size
        share.descriptors -= cost.descriptors
        senders[sender] = share.calls > 0 ? share : nil
    }
}
