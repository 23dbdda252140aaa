internal import Glibc

/// Times as the machine's time zone has them.
enum LocalTime {
    /// The date and the time, to the minute.
    ///
    /// - Parameter seconds: Seconds since 1970.
    /// - Returns: Such as `2026-01-31 09:05`.
    static func minute(_ seconds: Int64) -> String {
        guard let parts = parts(of: seconds) else { return "\(seconds)" }
        return "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday)) "
            + "\(digits(parts.tm_hour)):\(digits(parts.tm_min))"
    }

    /// The time of the day, to the second.
    ///
    /// - Parameter seconds: Seconds since 1970.
    /// - Returns: Such as `09:05:01`.
    static func clock(_ seconds: Int64) -> String {
        guard let parts = parts(of: seconds) else { return "\(seconds)" }
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits($0) }.joined(separator: ":")
    }

    private static func parts(of seconds: Int64) -> tm? {
        var time = time_t(seconds)
        var parts = tm()
        return localtime_r(&time, &parts) == nil ? nil : parts
    }

    private static func digits(_ number: Int32, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
