/// The calls that came in and have no reply yet.
struct CallsInFlight {
    /// A call that was counted in.
    struct Entry: Sendable {
        /// Its number, which no other call of the connection has.
        let identifier: UInt64
        let reply: ReplyAddress
        let cost: CallLoad.Cost
    }

    private var load: CallLoad
    /// Who waits for an answer to a call that is being served.
    private(set) var unanswered: [UInt64: ReplyAddress] = [:]
    /// Told when the first call comes into flight, and when the last of them has been answered.
    var onServing: (@Sendable (_ isServing: Bool) -> Void)?
    /// Tells whose connections belong together; `nil` where nobody is anybody's.
    var owner: (@Sendable (_ sender: String) -> String?)?

    init(limits: BusLimits) { load = CallLoad(limits: limits) }

    /// Whether no call is being served; one that was given up is, until its handler has ended.
    var isEmpty: Bool { load.isEmpty }

    /// Whether every call has its answer.
    var isAnswered: Bool { unanswered.isEmpty }

    /// Whether a sender may have one more call in flight, before its arguments are looked at.
    func mayAdmit(_ sender: String) -> Bool { load.mayAdmit(sender) }

    /// Counts a call in.
    ///
    /// - Parameters:
    ///   - identifier: A number that no other call has.
    ///   - reply: Who waits for the answer.
    ///   - size: The memory of its arguments, in bytes.
    ///   - descriptors: Its file descriptors.
    /// - Returns: What it was counted as; `nil` where its sender has too much in flight.
    mutating func admit(
        _ identifier: UInt64, from reply: ReplyAddress, size: Int, descriptors: Int
    ) -> Entry? {
        let cost = CallLoad.Cost(
            size: size, descriptors: descriptors,
            // Without anybody to tell, each is its own.
            owner: owner.map { $0(reply.sender) } ?? reply.sender)
        guard load.admit(reply.sender, cost) else { return nil }
        unanswered[identifier] = reply
        return Entry(identifier: identifier, reply: reply, cost: cost)
    }

    /// Takes note that a call is answered.
    ///
    /// - Returns: Whether its sender waits still: the call may have been given up meanwhile.
    mutating func answer(_ entry: Entry) -> Bool { unanswered.removeValue(forKey: entry.identifier) != nil }

    /// Counts a call out, once its handler has ended.
    mutating func remove(_ entry: Entry) { load.remove(entry.reply.sender, entry.cost) }

    /// Gives up all answers.
    ///
    /// - Returns: Who waited for one.
    mutating func giveUp() -> [ReplyAddress] {
        defer { unanswered = [:] }
        return Array(unanswered.values)
    }
}
