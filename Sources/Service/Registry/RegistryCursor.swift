/// The position at which a page of a list ended, together with the list and the registry.
///
/// Registered faces, registrations and providers are listed in the order in which they were added. Faces of the system
/// are listed by their ids, which stay the same if a directory is read again, and families by their names. Therefore, a
/// cursor continues where its page ended, regardless of later commits: an entry that exists the whole time is listed
/// once, and an entry that is added or removed meanwhile is listed at most once. Rows of a newly created registry are
/// unrelated to those of the previous registry, so the previous registry's cursors are rejected.
struct RegistryCursor {
    /// The lists that have pages.
    enum List: String {
        case registrations = "r"
        case faces = "f"
        case families = "n"
        case providers = "p"
        case history = "h"
    }

    /// A position in a list.
    enum Position: Equatable {
        /// The position after a row; 0 is the start.
        case row(Int64)
        /// The position after a given string: the id of a system face, or a family name as `fontNameKey`.
        case text(String)
    }

    /// The list.
    let list: List
    /// The registry, by its first generation.
    let registry: UInt64
    /// The position of the last listed entry.
    let position: Position

    /// The cursor as a text for callers.
    var text: String {
        let place =
            switch position {
            case .row(let row): String(row, radix: 36)
            case .text(let text): "." + text
            }
        return "\(list.rawValue)\(String(registry, radix: 36)).\(place)"
    }

    /// Creates the cursor after a position.
    init(_ list: List, of registry: UInt64, after position: Position) {
        self.list = list
        self.registry = registry
        self.position = position
    }

    /// Returns the position at which to continue: before the first entry if there is no cursor or an empty one.
    ///
    /// - Parameters:
    ///   - text: The cursor from the caller.
    ///   - list: The requested list.
    ///   - registry: The requested registry, by its first generation.
    /// - Returns: The position.
    /// - Throws: ``RegistryError/Code/invalidCursor``.
    static func position(
        of text: String?, in list: List, of registry: UInt64
    ) throws(RegistryError) -> Position {
        guard let text, !text.isEmpty else { return .row(0) }
        let parts = text.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.hasPrefix(list.rawValue), parts.count == 2, UInt64(parts[0], radix: 36) == registry else {
            throw RegistryError(
                .invalidCursor, "The cursor does not belong to this list. Start again from the beginning of the list.")
        }
        let place = parts[1]
        if place.first == "." { return .text(String(place.dropFirst())) }
        guard let row = Int64(place, radix: 36), row > 0 else {
            throw RegistryError(
                .invalidCursor, "The cursor does not belong to this list. Start again from the beginning of the list.")
        }
        return .row(row)
    }
}
