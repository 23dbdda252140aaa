internal import FontModel
internal import GRDB

/// A change of the user's collections of fonts.
package enum CollectionMutation: Sendable, Equatable {
    /// Creates an empty collection; no collection with this name may exist.
    case create(String, time: Int64)
    /// Deletes a collection, but not its fonts; the collection must exist.
    case delete(String)
    /// Adds fonts to an existing collection; fonts that it already contains are ignored.
    case add([CollectedFont], to: String)
    /// Removes fonts from a collection; fonts that it does not contain are ignored.
    case remove([CollectedFont], from: String)
}

extension MutationWriter {
    /// Applies a change of the user's collections of fonts.
    func apply(_ mutation: CollectionMutation) throws {
        switch mutation {
        case .create(let name, let time):
            try changeOne(
                "INSERT OR IGNORE INTO collection (name, time) VALUES (?, ?)",
                [name.checked(RegistryLimits.identifier, "the name"), time], "there is such a collection already")
        case .delete(let name):
            try changeOne("DELETE FROM collection WHERE name = ?", [name], "there is no such collection")
        case .add(let fonts, let name):
            for font in fonts {
                try execute(
                    """
                    INSERT OR IGNORE INTO collectionFont (collection, provider, postscriptName, family, style)
                    VALUES ((SELECT id FROM collection WHERE name = ?), ?, ?, ?, ?)
                    """,
                    [
                        name, font.provider.rawValue,
                        font.postscriptName.checked(RegistryLimits.identifier, "the PostScript name"),
                        font.family, font.style,
                    ])
            }
        case .remove(let fonts, let name):
            for font in fonts {
                try execute(
                    """
                    DELETE FROM collectionFont
                    WHERE collection = (SELECT id FROM collection WHERE name = ?) AND provider = ?
                        AND postscriptName = ? AND family = ? AND style = ?
                    """, [name, font.provider.rawValue, font.postscriptName, font.family, font.style])
            }
        }
    }
}
