/// Where a page of a list ended: the list, the registry and the place in it.
///
/// Registrations, faces of ours and providers are listed in the order in which they came, faces of the system by their
/// ids, which are the same whenever a directory is read anew, and families by their names. So a cursor goes on where
/// its page ended, whatever was committed since: what is there all the time is listed once, what comes or goes meanwhile
/// at most once. Rows of a registry that was made anew say nothing about the one before, and its cursors are refused.
struct RegistryCursor {
    /// The lists that have pages.
    enum List: String {
        case registrations = "r"
        case faces = "f"
        case families = "n"
        case providers = "p"
        case history = "h"
    }

    /// A place in a list.
    enum Position: Equatable {
        /// After a row; 0 is the start.
        case row(Int64)
        /// After a text: the id of a face of the system, or a family as `fontNameKey`.
        case text(String)
    }

    /// The list.
    let list: List
    /// The registry, by its first generation.
    let registry: UInt64
    /// What was listed last.
    let position: Position

    /// The cursor as callers keep it.
    var text: String {
        let place =
            switch position {
            case .row(let row): String(row, radix: 36)
            case .text(let text): "." + text
            }
        return "\(list.rawValue)\(String(registry, radix: 36)).\(place)"
    }

    /// Creates the cursor after something.
    init(_ list: List, of registry: UInt64, after position: Position) {
        self.list = list
        self.registry = registry
        self.position = position
    }

    /// The place after which to go on: before the first for no cursor or an empty one.
    ///
    /// - Parameters:
    ///   - text: What a caller gave.
    ///   - list: The list that it asks for.
    ///   - registry: The registry that it asks, by its first generation.
    /// - Returns: The place.
    /// - Throws: ``RegistryError/Code/invalidCursor``.
    static func position(
        of text: String?, in list: List, of registry: UInt64
    ) throws(RegistryError) -> Position {
        guard let text, !text.isEmpty else { return .row(0) }
        let parts = text.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.hasPrefix(list.rawValue), parts.count == 2, UInt64(parts[0], radix: 36) == registry else {
            throw RegistryError(.invalidCursor, "The cursor is not one of this list. List from the start.")
        }
        let place = parts[1]
        if place.first == "." { return .text(String(place.dropFirst())) }
        guard let row = Int64(place, radix: 36), row > 0 else {
            throw RegistryError(.invalidCursor, "The cursor is not one of this list. List from the start.")
        }
        return .row(row)
    }
}
