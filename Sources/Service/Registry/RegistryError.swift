/// The reason why an operation of the registry failed.
package struct RegistryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure, as a value that programs can compare.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Case: String {
            case newerSchema, damaged, storageFull, readOnly, busy, invalidCursor, failed
        }

        private let value: Case

        private init(_ value: Case) { self.value = value }

        package var description: String { value.rawValue }

        /// The file was written by a newer version or by another program; it has not been changed.
        package static let newerSchema = Code(.newerSchema)
        /// The file or a row in it is damaged.
        package static let damaged = Code(.damaged)
        /// The disk, the user's quota or the registry's own size limit is full.
        package static let storageFull = Code(.storageFull)
        /// The file or its directory cannot be written, or the file cannot be opened at all.
        package static let readOnly = Code(.readOnly)
        /// Another process has locked the registry.
        package static let busy = Code(.busy)
        /// The cursor does not belong to a list of this kind.
        package static let invalidCursor = Code(.invalidCursor)
        /// Any other failure, above all a mutation that contradicts the stored data; nothing of its commit was stored.
        package static let failed = Code(.failed)
    }

    /// The kind of failure.
    package let code: Code
    /// The description of the failure, for developers.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: The description of the failure, for developers.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code): \(message)" }
}
