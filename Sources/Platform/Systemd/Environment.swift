internal import Glibc

/// The environment of the process.
package enum Environment {
    /// The value of a variable.
    ///
    /// - Parameter name: The variable's name.
    /// - Returns: `nil` where it is not set.
    package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
