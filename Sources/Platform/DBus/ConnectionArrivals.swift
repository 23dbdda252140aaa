/// When each connection that is on the bus was there at the latest.
///
/// That is when what the bus said of it was handled, not when it was said: a bound that comes late while there is much to
/// do. A process that got the number of one that ended in between started before it, and cannot be told from that one.
///
/// The bus numbers connections as they come, so that of two the one with the lower number was there before the other was
/// seen. Hence nobody has to hear of those that leave.
struct ConnectionArrivals {
    /// The most connections whose times are kept: those before the oldest of them were there before that one was seen.
    static let limit = 4_096
    /// What the names of connections begin with on every bus, before their numbers.
    static let namespace = ":1"

    /// The connections that were later than all before, in the order of their numbers and of time.
    private var seen: [(number: UInt64, time: Duration)] = []

    /// When a connection was there at the latest, in time since boot; `nil` where nobody was seen since it came.
    func time(of uniqueName: String) -> Duration? {
        guard let number = Self.number(of: uniqueName) else { return nil }
        var (low, high) = (0, seen.count)
        while low < high {
            let middle = low + (high - low) / 2
            if seen[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < seen.count ? seen[low].time : nil
    }

    /// Takes in who is on the bus.
    ///
    /// - Parameters:
    ///   - names: Names that somebody owns; a well-known one is nobody's connection.
    ///   - time: The time since boot, now that it is handled.
    mutating func note(present names: [String], at time: Duration) {
        guard let number = names.compactMap(Self.number).max(), number > seen.last?.number ?? 0 else { return }
        seen.append((number, time))
        // Half of them at a time, so that not every arrival moves all others.
        if seen.count > Self.limit { seen.removeFirst(Self.limit / 2) }
    }

    private static func number(of uniqueName: String) -> UInt64? {
        let prefix = "\(namespace)."
        return uniqueName.hasPrefix(prefix) ? UInt64(uniqueName.dropFirst(prefix.count)) : nil
    }
}
