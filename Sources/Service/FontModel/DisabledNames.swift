/// The keys of the PostScript names of fonts that the user disabled and whose providers then removed them.
package typealias DisabledNames = [ProviderIdentifier: Set<String>]
