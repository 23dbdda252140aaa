public import Foundation
public import Typecase

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
