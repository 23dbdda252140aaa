/// The PostScript names, by their keys, of fonts that the user took out of use and their providers then removed.
package typealias DisabledNames = [ProviderIdentifier: Set<String>]
