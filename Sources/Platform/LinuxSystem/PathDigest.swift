internal import CNettle

/// The MD5 of a path, from which fontconfig derives the name of a directory's cache; it has no security purpose.
package enum PathDigest {
    /// Hashes a path.
    ///
    /// - Parameter path: The path.
    /// - Returns: 32 lowercase hexadecimal digits.
    package static func of(_ path: String) -> String {
        var context = md5_ctx()
        nettle_md5_init(&context)
        let bytes = PathText.bytes(of: path)
        nettle_md5_update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
        typecase_md5_digest(&context, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
