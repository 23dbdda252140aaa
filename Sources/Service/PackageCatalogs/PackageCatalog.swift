internal import CAppStream
internal import FontModel

/// The fonts in the distribution's packages, according to its AppStream catalogs.
///
/// All catalogs are read. This takes a second the first time, and a few milliseconds from AppStream's cache.
package struct PackageCatalog {
    /// The packages by the keys of their fonts' names.
    private var packages: [String: String] = [:]

    /// A catalog could not be read.
    package struct Failure: Error {
        /// AppStream's error message.
        package let message: String
    }

    /// Reads the catalogs.
    ///
    /// Sources: AppStream 1.0, "Catalog XML" and "DEP-11 YAML". In these formats, fonts have full names, and a
    /// component that does not list any is named after its family.
    ///
    /// - Parameter directory: A directory of catalogs, with the subdirectories `xml` and `yaml`; `nil` for those of the
    ///   system.
    /// - Throws: ``Failure``.
    package init(directory: String? = nil) throws(Failure) {
        guard let pool = as_pool_new() else { throw Failure(message: "no memory") }
        defer { g_object_unref(pool) }
        as_pool_set_flags(pool, directory == nil ? AS_POOL_FLAG_LOAD_OS_CATALOG : AsPoolFlags(rawValue: 0))
        as_pool_reset_extra_data_locations(pool)
        if let directory { as_pool_add_extra_data_location(pool, directory, AS_FORMAT_STYLE_CATALOG) }
        var error: UnsafeMutablePointer<GError>?
        guard as_pool_load(pool, nil, &error) != 0 else {
            defer { g_error_free(error) }
            throw Failure(message: error?.pointee.message.map { String(cString: $0) } ?? "unknown")
        }
        guard let components = as_pool_get_components_by_kind(pool, AS_COMPONENT_KIND_FONT) else { return }
        defer { g_ptr_array_unref(components) }
        for index in 0..<components.pointee.len {
            guard let component = typecase_pointer_at(components, index) else { continue }
            add(component.assumingMemoryBound(to: AsComponent.self))
        }
    }

    private mutating func add(_ component: UnsafeMutablePointer<AsComponent>) {
        guard let package = as_component_get_pkgname(component).map({ String(cString: $0) }), Self.isName(package)
        else {
            return
        }
        let fonts = Self.fonts(of: component)
        let title = as_component_get_name(component).map { String(cString: $0) }
        for name in fonts + Self.families(of: fonts) + [title].compactMap(\.self) {
            let key = name.fontNameKey
            // If several packages contain the font, the same package is chosen each time.
            if !key.isEmpty { packages[key] = packages[key].map { min($0, package) } ?? package }
        }
    }

    /// The full names of the fonts of a component.
    private static func fonts(of component: UnsafeMutablePointer<AsComponent>) -> [String] {
        guard let provided = as_component_get_provided_for_kind(component, AS_PROVIDED_KIND_FONT),
            let items = as_provided_get_items(provided)
        else { return [] }
        return (0..<items.pointee.len).compactMap { index in
            typecase_pointer_at(items, index).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        }
    }

    /// The families of fonts: the words with which all names begin, and the words of a name before Regular.
    private static func families(of fonts: [String]) -> [String] {
        let names = fonts.map { $0.split(separator: " ") }
        guard var common = names.first else { return [] }
        for name in names {
            common = Array(zip(common, name).prefix { $0 == $1 }.map(\.0))
        }
        let regular = names.filter { $0.last == "Regular" }.map { $0.dropLast().joined(separator: " ") }
        return [common.joined(separator: " ")] + regular
    }

    /// Whether a text is a valid package name in any distribution.
    private static func isName(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0 < 0x80
                    && (Character(UnicodeScalar($0)).isLetter || (48...57).contains($0) || "+-._:".utf8.contains($0))
            }
    }

    /// Finds the package that contains a font.
    ///
    /// - Parameter name: The full name, PostScript name, or family of the font.
    /// - Returns: The name of the package; `nil` if no catalog contains the font.
    package func package(ofFont name: String) -> String? { packages[name.fontNameKey] }
}
