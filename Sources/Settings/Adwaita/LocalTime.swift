internal import CAdwaita

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
        time = Self.text(moment, "%R")
    }

    private static func text(_ moment: OpaquePointer, _ format: String) -> String {
        guard let text = g_date_time_format(moment, format) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
