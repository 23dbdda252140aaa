/// The attributes of a ``FontModel/FontDescriptor``, used to specify which of them a match must have.
///
/// The raw values are the keys of the descriptor's dictionary on the bus.
package enum DescriptorAttribute: String, Sendable, Hashable, CaseIterable {
    case name
    case postscriptName = "postscript_name"
    case family
    case displayName = "full_name"
    case style
    case weight
    case width
    case slant
    case bold
    case italic
    case monospace
    case variable
    case variation = "instance"
    case languages
    case characters
    case source
    case userInfo = "user_info"
}
