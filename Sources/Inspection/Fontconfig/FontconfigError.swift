internal import SystemPackage

/// Why fontconfig could not do something; it never says itself.
package enum FontconfigError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No configuration could be loaded.
    case noConfiguration
    /// The directory does not exist or cannot be read.
    case unreadable(directory: String)
    /// The directory was scanned, but its cache could not be written: for which reason of the system, where one is found.
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
