/// The latest possible times at which the connections on the bus appeared.
///
/// The time is when the bus's message about a connection was handled, not when it was sent. It is therefore an upper
/// bound, which is late if there is much to do. If a process ended in between and a new process has its number, the new
/// process may have started before this time. In that case the two cannot be distinguished.
///
/// The bus numbers connections in the order in which they appear. Of two connections, the one with the lower number was
/// therefore there before the other was seen, so connections that leave need no tracking.
struct ConnectionArrivals {
    /// The maximum number of connections with a stored time.
    ///
    /// Connections with lower numbers were there before the oldest of these was seen.
    static let limit = 4_096
    /// The prefix of connection names on every bus, before the number.
    static let namespace = ":1"

    /// The connections with a higher number than all before, in the order of their numbers and times.
    private var seen: [(number: UInt64, time: Duration)] = []

    /// The latest possible time since boot at which a connection appeared; `nil` if no connection was seen since then.
    func time(of uniqueName: String) -> Duration? {
        guard let number = Self.number(of: uniqueName) else { return nil }
        var (low, high) = (0, seen.count)
        while low < high {
            let middle = low + (high - low) / 2
            if seen[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < seen.count ? seen[low].time : nil
    }

    /// Records the connections that are on the bus.
    ///
    /// - Parameters:
    ///   - names: Names that have an owner; well-known names are ignored, because they are not names of connections.
    ///   - time: The current time since boot.
    mutating func note(present names: [String], at time: Duration) {
        guard let number = names.compactMap(Self.number).max(), number > seen.last?.number ?? 0 else { return }
        seen.append((number, time))
        // Half of them at once, so that not every arrival moves all others.
        if seen.count > Self.limit { seen.removeFirst(Self.limit / 2) }
    }

    private static func number(of uniqueName: String) -> UInt64? {
        let prefix = "\(namespace)."
        return uniqueName.hasPrefix(prefix) ? UInt64(uniqueName.dropFirst(prefix.count)) : nil
    }
}
