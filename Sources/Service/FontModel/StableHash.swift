/// The Fowler–Noll–Vo hash, variant 1a: the same in every process, and not resistant to attackers.
package enum StableHash {
    /// Returns the 64-bit hash, with the constants of the FNV reference (Internet-Draft draft-eastlake-fnv).
    package static func hash64(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// Returns the 128-bit hash, with the constants of the same reference.
    package static func hash128(_ bytes: [UInt8]) -> UInt128 {
        let offset = UInt128(0x6c62_272e_07bb_0142) << 64 | UInt128(0x62b8_2175_6295_c58d)
        let prime = UInt128(0x0000_0000_0100_0000) << 64 | UInt128(0x0000_0000_0000_013b)
        return bytes.reduce(offset) { ($0 ^ UInt128($1)) &* prime }
    }
}

/// The ids of system faces: the same for the same file and index, whenever the file is read.
package enum SystemFaceIdentifier {
    /// The prefix of the ids of system faces; the ids of registrations contain only digits.
    package static let prefix = "system-"

    /// Returns the id of a face.
    package static func text(path: String, index: Int) -> String {
        // No path contains a NUL, so no other pair of path and index has the same bytes.
        let digits = String(StableHash.hash128(Array("\(path)\0\(index)".utf8)), radix: 16)
        return prefix + String(repeating: "0", count: 32 - digits.count) + digits
    }
}
