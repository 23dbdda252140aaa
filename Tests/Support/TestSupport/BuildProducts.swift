internal import Glibc

/// Where the build put the programs under test.
package enum BuildProducts {
    /// The directory that holds the running test bundle, and the executables beside it.
    package static let directory: String = {
        guard let path = realpath("/proc/self/exe", nil) else { return "/nonexistent" }
        defer { free(path) }
        let executable = String(cString: path)
        return executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "/"
    }()

    /// The directory of another build, from the variable `TYPECASE_TESTED_PROGRAMS`, such as that of the optimized programs.
    private static let otherDirectory = getenv("TYPECASE_TESTED_PROGRAMS").map { String(cString: $0) }

    /// The absolute path of a program of this package.
    ///
    /// - Parameter name: The name of an executable product, such as `typecased`.
    /// - Returns: The path, whether there is such a file or not.
    package static func executable(_ name: String) -> String {
        if let otherDirectory {
            let path = "\(otherDirectory)/\(name)"
            if access(path, X_OK) == 0 { return path }
        }
        return "\(directory)/\(name)"
    }
}
