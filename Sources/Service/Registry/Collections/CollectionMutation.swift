internal import FontModel
internal import GRDB

/// A change of the user's groups of fonts.
package enum CollectionMutation: Sendable, Equatable {
    /// Makes an empty collection; its name must be free.
    case create(String, time: Int64)
    /// Forgets a collection, not its fonts; it must be there.
    case delete(String)
    /// Adds fonts to a collection that is there; those that it has do not matter.
    case add([CollectedFont], to: String)
    /// Takes fonts out of a collection; those that it does not have do not matter.
    case remove([CollectedFont], from: String)
}

extension MutationWriter {
    /// Changes the user's groups of fonts.
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
