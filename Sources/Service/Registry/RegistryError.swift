/// Why the registry could not do what it was asked.
package struct RegistryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, as a value that programs can compare.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Case: String {
            case newerSchema, damaged, storageFull, readOnly, busy, invalidCursor, failed
        }

        private let value: Case

        private init(_ value: Case) { self.value = value }

        package var description: String { value.rawValue }

        /// The file was written by a newer version, or by another program; it has not been touched.
        package static let newerSchema = Code(.newerSchema)
        /// The file or a row in it is damaged.
        package static let damaged = Code(.damaged)
        /// The disk, the user's quota or the registry's own size limit is full.
        package static let storageFull = Code(.storageFull)
        /// The file or its directory cannot be written, or not be opened at all.
        package static let readOnly = Code(.readOnly)
        /// Another process holds the registry.
        package static let busy = Code(.busy)
        /// A cursor that no list of this kind gave out.
        package static let invalidCursor = Code(.invalidCursor)
        /// Anything else, above all a mutation that contradicts what is stored; nothing of its commit was kept.
        package static let failed = Code(.failed)
    }

    /// What went wrong.
    package let code: Code
    /// What went wrong, for developers.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - message: What went wrong, for developers.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code): \(message)" }
}
