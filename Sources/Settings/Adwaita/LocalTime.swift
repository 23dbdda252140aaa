internal import CAdwaita
internal import Glibc

/// A moment as the user's language and time zone have it.
package struct LocalTime: Sendable {
    /// The day.
    package let day: String
    /// The hour and minute.
    package let time: String

    /// Takes a moment.
    ///
    /// - Parameter seconds: Seconds since 1970.
    package init(_ seconds: UInt64) {
        // Far beyond any year that the calendar has; what is later is no time.
        guard let moment = g_date_time_new_from_unix_local(gint64(clamping: seconds)) else {
            (day, time) = ("", "")
            return
        }
        defer { g_date_time_unref(moment) }
        day = Self.text(moment, "%x")
        time = Self.text(moment, Self.clock)
    }

    /// The format of the hour and the minute: the locale's own has the seconds too, but shows whether it counts to 12 or to 24.
    private static var clock: String {
        guard let format = nl_langinfo(nl_item(T_FMT)).map({ String(cString: $0) }) else { return "%R" }
        return ["%p", "%r", "%I"].contains(where: format.contains) ? "%-I:%M %p" : "%R"
    }

    private static func text(_ moment: OpaquePointer, _ format: String) -> String {
        guard let text = g_date_time_format(moment, format) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
