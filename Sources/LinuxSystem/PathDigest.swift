internal import CCrypto

/// The MD5 of a path, by which fontconfig names the cache of a directory; it protects nothing.
package enum PathDigest {
    /// Hashes a path.
    ///
    /// - Parameter path: The path.
    /// - Returns: 32 lowercase hexadecimal digits; `nil` where the system's policy has no MD5.
    package static func of(_ path: String) -> String? {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var size: UInt32 = 0
        guard EVP_Digest(path, path.utf8.count, &digest, &size, EVP_md5(), nil) == 1 else { return nil }
        return digest[..<Int(size)].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
