package import DBus

/// The options or the filter of a call, read with the rule that holds for all of them: a key that nobody asks for is
/// ignored, a key of the wrong type is `InvalidArgs`.
///
/// `if let scope = try BusDictionary(options).string("scope") { … }`
package struct BusDictionary: Sendable {
    /// The entries.
    package let entries: [String: BusVariant]

    private let place: String

    /// Wraps a dictionary.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - place: What messages call it, such as `options`.
    package init(_ entries: [String: BusVariant], _ place: String = "options") {
        self.entries = entries
        self.place = place
    }

    /// Reads the value of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type that it must have.
    /// - Returns: The value, `nil` where the key is absent.
    /// - Throws: `InvalidArgs` naming the key, the expected type and the one that came.
    package func value<Value: BusConvertible>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(BusError) -> Value? {
        guard let variant = entries[key] else { return nil }
        do throws(BusError) {
            return try Value(busValue: variant.value)
        } catch {
            throw .invalidArguments(
                "\(place): \(key) must be of type '\(Value.busSignature)', not '\(variant.value.signature)'")
        }
    }

    /// The text of a key (`s`), `nil` where the key is absent.
    package func string(_ key: String) throws(BusError) -> String? { try value(key) }

    /// The truth value of a key (`b`), `nil` where the key is absent.
    package func boolean(_ key: String) throws(BusError) -> Bool? { try value(key) }

    /// The 32-bit number of a key (`u`), `nil` where the key is absent.
    package func uint32(_ key: String) throws(BusError) -> UInt32? { try value(key) }

    /// The 64-bit number of a key (`t`), `nil` where the key is absent.
    package func uint64(_ key: String) throws(BusError) -> UInt64? { try value(key) }

    /// The floating-point number of a key (`d`), `nil` where the key is absent.
    package func double(_ key: String) throws(BusError) -> Double? { try value(key) }

    /// The texts of a key (`as`), `nil` where the key is absent.
    package func strings(_ key: String) throws(BusError) -> [String]? { try value(key) }

    /// The dictionary of a key (`a{sv}`), `nil` where the key is absent.
    package func dictionary(_ key: String) throws(BusError) -> [String: BusVariant]? { try value(key) }

    /// The dictionaries of a key (`aa{sv}`), `nil` where the key is absent.
    package func dictionaries(_ key: String) throws(BusError) -> [[String: BusVariant]]? { try value(key) }

    /// Reads one of a closed set of texts (`s`).
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The set.
    /// - Returns: The element of the set, `nil` where the key is absent.
    /// - Throws: `InvalidArgs` naming the key and what it may be.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Choice.Type = Choice.self
    ) throws(BusError) -> Choice? {
        guard let text = try string(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw .invalidArguments("\(place): \(key) must be one of \(choices)")
        }
        return choice
    }
}
