internal import Glibc

/// A time in the user's language and time zone.
package struct LocalTime: Sendable {
    /// The day.
    package let day: String
    /// The hour and minute.
    package let time: String

    /// Creates a time.
    ///
    /// - Parameter seconds: Seconds since 1970.
    package init(_ seconds: UInt64) {
        guard let parts = Self.parts(of: seconds) else {
            (day, time) = ("", "")
            return
        }
        day = Self.text(parts, "%x")
        time = Self.text(parts, Self.clock)
    }

    /// The date and the time, to the minute: `2026-01-31 09:05` in a program without a locale.
    ///
    /// - Parameter seconds: Seconds since 1970.
    /// - Returns: The text.
    package static func minute(_ seconds: Int64) -> String {
        guard let parts = parts(of: seconds) else { return "\(seconds)" }
        return Translations.isUnset(LC_TIME) ? text(parts, "%Y-%m-%d %H:%M") : text(parts, "%x \(clock)")
    }

    /// The time of the day, to the second, such as `09:05:01`.
    ///
    /// - Parameter seconds: Seconds since 1970.
    /// - Returns: The text.
    package static func second(_ seconds: Int64) -> String {
        guard let parts = parts(of: seconds) else { return "\(seconds)" }
        return text(parts, clock.hasSuffix("%p") ? "%-I:%M:%S %p" : "%T")
    }

    /// The format of the hour and the minute, derived from the locale's format, which contains seconds as well.
    private static var clock: String {
        guard let format = nl_langinfo(nl_item(T_FMT)).map({ String(cString: $0) }) else { return "%R" }
        return ["%p", "%r", "%I"].contains(where: format.contains) ? "%-I:%M %p" : "%R"
    }

    /// The parts of a time; `nil` for a year beyond the range of the calendar.
    private static func parts(of seconds: some BinaryInteger) -> tm? {
        var time = time_t(clamping: seconds)
        var parts = tm()
        return localtime_r(&time, &parts) == nil ? nil : parts
    }

    private static func text(_ parts: tm, _ format: String) -> String {
        var parts = parts
        // No locale has a longer date.
        return String(unsafeUninitializedCapacity: 256) { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { strftime($0, text.count, format, &parts) } ?? 0
            }
        }
    }
}
