internal import Glibc

/// Writes to the standard error without the C library's stream.
///
/// That stream is a global variable, which Swift does not allow to be shared.
package enum StandardError {
    /// Writes a text.
    package static func write(_ text: String) { _ = Glibc.write(2, text, text.utf8.count) }
}
