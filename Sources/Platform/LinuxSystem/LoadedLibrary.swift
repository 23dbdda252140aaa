internal import CLinux

/// A library that is loaded into this process.
package enum LoadedLibrary {
    /// How many bytes of a build ID tell one build from another.
    private static let identifierSize = 4

    /// A library's version with the start of its build ID after a plus sign, such as `2.12.1+5f3c0a91`.
    ///
    /// Distributions mend what is wrong with a library without giving it another version.
    ///
    /// - Parameters:
    ///   - version: What the library says its version is.
    ///   - address: Where any of its code or constants are.
    /// - Returns: The version alone where the library was built without such an ID.
    package static func version(_ version: String, of address: UnsafeRawPointer?) -> String {
        var bytes = [UInt8](repeating: 0, count: identifierSize)
        let count = typecase_build_id(address, &bytes, bytes.count)
        guard count > 0 else { return version }
        return version + "+" + bytes[..<count].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
