/// One of the directories in the published root that hold fonts.
package struct Shard: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The most shards: each costs every program that uses fontconfig some 20 µs and 10 system calls at its start, more
    /// than linearly above 128 (measured with fontconfig 2.14).
    package static let maximumCount = 128

    /// The number, from 0 on.
    package let number: Int

    /// The shard of a number below ``maximumCount``.
    package init?(number: Int) {
        guard (0..<Self.maximumCount).contains(number) else { return nil }
        self.number = number
    }

    /// The shard of a directory's name.
    ///
    /// - Parameter name: Two lower-case hexadecimal digits, `00` to `7f`.
    package init?(name: String) {
        guard name.utf8.count == 2, name.utf8.allSatisfy(\.isLowercaseHexadecimalDigit),
            let number = Int(name, radix: 16)
        else { return nil }
        self.init(number: number)
    }

    /// The name of the directory.
    package var name: String { number < 16 ? "0\(String(number, radix: 16))" : String(number, radix: 16) }

    package var description: String { name }

    package static func < (left: Shard, right: Shard) -> Bool { left.number < right.number }
}

/// Where the bytes of a content lie.
package enum FontPlace: Sendable, Hashable {
    /// In the tree that fontconfig scans.
    case published(Shard)
    /// In the store, under the content's digest.
    case stored
}
