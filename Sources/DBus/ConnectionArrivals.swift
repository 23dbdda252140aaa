/// When each connection that is on the bus was seen there first.
///
/// That is when what the bus said of it was handled, not when it was said: a bound that comes late while there is much to
/// do. A process that got the number of one that ended in between started before it, and cannot be told from that one.
///
/// The limits of the bus are those of its size.
struct ConnectionArrivals {
    private var times: [String: Duration] = [:]

    /// The number of connections that are known.
    var count: Int { times.count }

    /// When a connection was seen first, in time since boot; `nil` where it was not seen, or has left.
    func time(of uniqueName: String) -> Duration? { times[uniqueName] }

    /// Takes in what the bus says of a name.
    ///
    /// - Parameters:
    ///   - change: What happened to the name; a well-known one is nobody's connection.
    ///   - time: The time since boot, now that it is handled.
    mutating func note(_ change: NameOwnerChange, at time: Duration) {
        guard change.name.hasPrefix(":") else { return }
        if change.newOwner == nil {
            times.removeValue(forKey: change.name)
        } else {
            note(present: [change.name], at: time)
        }
    }

    /// Takes in who is on the bus; those that were seen before keep their times.
    ///
    /// - Parameters:
    ///   - names: The names that somebody owns.
    ///   - time: The time since boot.
    mutating func note(present names: [String], at time: Duration) {
        for name in names where name.hasPrefix(":") && times[name] == nil { times[name] = time }
    }
}
