/// The incoming calls that have no reply yet.
struct CallsInFlight {
    /// An admitted call.
    struct Entry: Sendable {
        /// The call's number, which is unique within the connection.
        let identifier: UInt64
        let reply: ReplyAddress
        let cost: CallLoad.Cost
    }

    private var load: CallLoad
    /// The callers that wait for an answer, by the number of their call.
    private(set) var unanswered: [UInt64: ReplyAddress] = [:]
    /// Called with `true` when the first call arrives, and with `false` when the last call in flight has been answered.
    var onServing: (@Sendable (_ isServing: Bool) -> Void)?
    /// Returns the owner of a sender; `nil` if senders are not grouped by owner.
    var owner: (@Sendable (_ sender: String) -> String?)?

    init(limits: BusLimits) { load = CallLoad(limits: limits) }

    /// Whether no call is being served; a call that was given up counts until its handler has ended.
    var isEmpty: Bool { load.isEmpty }

    /// Whether every call has been answered.
    var isAnswered: Bool { unanswered.isEmpty }

    /// Whether a sender may have one more call in flight, before the size of its arguments is known.
    func mayAdmit(_ sender: String) -> Bool { load.mayAdmit(sender) }

    /// Admits a call.
    ///
    /// - Parameters:
    ///   - identifier: A number that no other call has.
    ///   - reply: The address of the caller that waits for the answer.
    ///   - size: The memory that the call's arguments use, in bytes.
    ///   - descriptors: The number of file descriptors in the call.
    /// - Returns: The entry for the call; `nil` if its sender has too much in flight.
    mutating func admit(
        _ identifier: UInt64, from reply: ReplyAddress, size: Int, descriptors: Int
    ) -> Entry? {
        let cost = CallLoad.Cost(
            size: size, descriptors: descriptors,
            // If senders are not grouped, each sender is its own owner.
            owner: owner.map { $0(reply.sender) } ?? reply.sender)
        guard load.admit(reply.sender, cost) else { return nil }
        unanswered[identifier] = reply
        return Entry(identifier: identifier, reply: reply, cost: cost)
    }

    /// Records that a call is answered.
    ///
    /// - Returns: Whether its sender still waits: the call may have been given up in the meantime.
    mutating func answer(_ entry: Entry) -> Bool { unanswered.removeValue(forKey: entry.identifier) != nil }

    /// Removes a call after its handler has ended.
    mutating func remove(_ entry: Entry) { load.remove(entry.reply.sender, entry.cost) }

    /// Gives up all answers.
    ///
    /// - Returns: The callers that waited for an answer.
    mutating func giveUp() -> [ReplyAddress] {
        defer { unanswered = [:] }
        return Array(unanswered.values)
    }
}
