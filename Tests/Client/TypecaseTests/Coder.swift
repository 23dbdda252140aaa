internal import FoundationEssentials

/// Writes values as JSON and reads them back.
enum Coder {
    static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        // Older decoders take no single value at the top.
        let data = try JSONEncoder().encode([value])
        return try JSONDecoder().decode([Value].self, from: data)[0]
    }

    static func read<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
