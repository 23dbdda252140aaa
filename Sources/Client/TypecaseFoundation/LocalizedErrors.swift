public import Foundation
// Applications import one module: the attribute has a name of its own in no release yet.
@_exported public import Typecase

extension FontManagerError: LocalizedError {
    /// What went wrong, with which item and what to do about it, for `localizedDescription`.
    public var errorDescription: String? { itemizedMessage }
}

extension FontCacheError: LocalizedError {
    /// What went wrong and what to do about it, for `localizedDescription`.
    public var errorDescription: String? { message }
}

extension DynamicTypeError: LocalizedError {
    /// What was wrong and what to do about it, for `localizedDescription`.
    public var errorDescription: String? { message }
}
