internal import Glibc

/// The environment variables of the process.
package enum Environment {
    /// The value of a variable.
    ///
    /// - Parameter name: The variable's name.
    /// - Returns: The value; `nil` if the variable is not set.
    package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
