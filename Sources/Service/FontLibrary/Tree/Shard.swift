/// One of the directories in the published root that contain fonts.
package struct Shard: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The most shards.
    ///
    /// Each shard costs every program that uses fontconfig some 20 µs and 10 system calls at its start, and above 128
    /// the cost grows more than linearly (measured with fontconfig 2.14).
    package static let maximumCount = 128

    /// The number, counted from 0.
    package let number: Int

    /// Creates a shard from a number below ``maximumCount``.
    package init?(number: Int) {
        guard (0..<Self.maximumCount).contains(number) else { return nil }
        self.number = number
    }

    /// Creates a shard from a directory's name.
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

/// The location of the bytes of a content.
package enum FontPlace: Sendable, Hashable {
    /// In the tree that fontconfig scans.
    case published(Shard)
    /// In the store, under the content's digest.
    case stored
}
