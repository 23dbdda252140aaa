/// A registry that was lost with the permissions that the user granted, and the file that records the loss.
///
/// The loss is reported until the user removes that file.
package enum LostRegistry: Sendable, Equatable {
    /// The registry was damaged, and is kept at this path.
    case damaged(keptAs: String)
    /// The registry was deleted; the file at this path records it.
    case deleted(note: String)

    /// What was lost, and what the user can do.
    var message: String {
        switch self {
        case .damaged(let path):
            "The registry was damaged and is kept as \(path); what you had allowed is lost with it, and sandboxed "
                + "programs ask anew. When you have decided again, remove that file."
        case .deleted(let path):
            "The registry was deleted; what you had allowed is lost with it, and sandboxed programs ask anew. When you "
                + "have decided again, remove the file \(path)."
        }
    }
}
