internal import SystemPackage

/// An error of fontconfig, which itself reports no reasons.
package enum FontconfigError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No configuration could be loaded.
    case noConfiguration
    /// The directory does not exist or cannot be read.
    case unreadable(directory: String)
    /// The directory was scanned, but its cache could not be written; with the error of the system, if one was found.
    case cacheNotWritten(directory: String, errno: Int32?)

    package var description: String {
        switch self {
        case .noConfiguration: "fontconfig found no configuration"
        case .unreadable(let directory): "the directory \(directory) cannot be read"
        case .cacheNotWritten(let directory, let errno):
            "no cache could be written for the directory \(directory)"
                + (errno.map { ": \(Errno(rawValue: $0))" } ?? "")
        }
    }
}
