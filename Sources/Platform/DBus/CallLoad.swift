/// The resources used by incoming calls that have no reply yet.
struct CallLoad {
    private let limits: BusLimits
    private var senders: [String: Share] = [:]
    private var sizeByOwner: [String?: Int] = [:]
    private var size = 0

    /// The resources that one call uses.
    struct Cost {
        /// The memory that the call's arguments use, in bytes.
        let size: Int
        /// The number of file descriptors in the call.
        let descriptors: Int
        /// The owner of the sender; `nil` if the owner is not known yet.
        ///
        /// One owner may have several connections. All senders with unknown owners count as one owner.
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

    /// Whether a sender may have one more call in flight, before the size of its arguments is known.
    func mayAdmit(_ sender: String) -> Bool {
        (senders[sender]?.calls ?? 0) < limits.callsInFlightPerSender
    }

    /// Admits a call and counts its resources.
    ///
    /// - Returns: Whether the call was admitted; if it was not, it was not counted.
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

    /// Removes a call and its resources.
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
