internal import CLinux

/// Information about libraries that are loaded into this process.
package enum LoadedLibrary {
    /// The number of bytes of a build ID that distinguish one build from another.
    private static let identifierSize = 4

    /// A library's version, with the start of its build ID after a plus sign, such as `2.12.1+5f3c0a91`.
    ///
    /// The build ID is needed because distributions repair a library without changing its version.
    ///
    /// - Parameters:
    ///   - version: The version that the library reports.
    ///   - address: The address of any code or constant of the library.
    /// - Returns: The version with the build ID; the version alone if the library has no build ID.
    package static func version(_ version: String, of address: UnsafeRawPointer?) -> String {
        var bytes = [UInt8](repeating: 0, count: identifierSize)
        let count = typecase_build_id(address, &bytes, bytes.count)
        guard count > 0 else { return version }
        return version + "+" + bytes[..<count].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
