/// Where a font is odd in ways that only the OpenType Sanitizer minds, as those come to notice who check its tables.
struct Oddities {
    /// Definitions of classes whose ranges share their ends.
    var touchingClasses: [Table] = []
    /// Operators that choose among hints where there are none, by their offsets in the file, and the charstrings or
    /// subroutines that they are in.
    var masksWithoutHints: [Int: Table] = [:]
    /// Private dictionaries of `CFF`.
    var privateDictionaries: [Table] = []
    /// Names of fonts in `CFF`.
    var names: [Table] = []
}
