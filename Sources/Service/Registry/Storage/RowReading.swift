internal import Foundation
internal import GRDB

extension Row {
    /// Reads a number, which must not be negative.
    func unsigned(_ index: Int, _ table: String) throws -> UInt64 {
        guard let value = UInt64(exactly: try decode(Int64.self, atIndex: index)) else {
            throw RegistryError.damagedRow(table)
        }
        return value
    }

    /// Reads a value of an enumeration.
    func enumeration<T: RawRepresentable<String>>(_ index: Int, _ table: String) throws -> T {
        guard let value = T(rawValue: try decode(String.self, atIndex: index)) else {
            throw RegistryError.damagedRow(table)
        }
        return value
    }

    /// Reads bytes.
    func bytes(_ index: Int, _ table: String) throws -> [UInt8] {
        try withUnsafeData(atIndex: index) { data in
            guard let data else { throw RegistryError.damagedRow(table) }
            return [UInt8](data)
        }
    }

    /// Reads words that are separated by spaces.
    func words(_ index: Int) throws -> [String] {
        try decode(String.self, atIndex: index).split(separator: " ").map(String.init)
    }
}

extension [UInt8] {
    /// The bytes in the type that GRDB binds.
    var databaseBlob: Data { Data(self) }
}
