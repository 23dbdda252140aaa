internal import CFontconfig
package import FontModel
internal import Glibc
internal import LinuxSystem

/// Looks up fonts of any source in this process's fontconfig, which supplies the fonts that its text is drawn with.
extension ApplicationFonts {
    /// A face that fontconfig finds, and its file.
    package struct InstalledFace: Sendable {
        /// The face; a variable one at the requested place in its design space.
        package var face: ApplicationFace
        /// The path of the file.
        package var path: String
    }

    /// Finds the face with which text libraries draw.
    ///
    /// There is such a face if there are any fonts.
    ///
    /// Blocks while fontconfig loads its configuration, which the first use in a process does.
    ///
    /// - Parameters:
    ///   - families: The families, the preferred one first; may include generic ones such as `sans-serif`.
    ///   - weight: The weight on OpenType's scale, 1 to 1000.
    ///   - slant: The slope.
    /// - Returns: The nearest face; `nil` if fontconfig has no font.
    package static func match(
        families: [String], weight: Double = FontWeight.regular, slant: FontSlant = .upright
    ) -> InstalledFace? {
        try? withConfiguration { configuration, _ -> InstalledFace? in
            guard let wish = FcPatternCreate() else { return nil }
            defer { FcPatternDestroy(wish) }
            for family in families { FcPatternAddString(wish, FC_FAMILY, family) }
            FcPatternAddDouble(wish, FC_WEIGHT, FcWeightFromOpenTypeDouble(weight))
            let slope =
                switch slant {
                case .upright: FC_SLANT_ROMAN
                case .italic: FC_SLANT_ITALIC
                case .oblique: FC_SLANT_OBLIQUE
                }
            FcPatternAddInteger(wish, FC_SLANT, slope)
            guard FcConfigSubstitute(configuration, wish, FcMatchPattern) != 0 else { return nil }
            FcDefaultSubstitute(wish)
            var result = FcResultNoMatch
            guard let match = FcFontMatch(configuration, wish, &result) else { return nil }
            defer { FcPatternDestroy(match) }
            return installed(match)
        }
    }

    /// Finds a face by its name.
    ///
    /// Blocks while fontconfig loads its configuration. The first use in a process does that, and so does a name that
    /// is not found after fonts were added or removed.
    ///
    /// - Parameter name: The PostScript name, or else the full name, or else the family, whose upright regular face is
    ///   returned.
    /// - Returns: The face; `nil` if no face has the name.
    package static func installed(named name: String) -> InstalledFace? {
        if let known = known(named: name) { return known }
        return loadChanges() ? known(named: name) : nil
    }

    /// Finds a face by its name in the loaded configuration.
    private static func known(named name: String) -> InstalledFace? {
        let found = try? withConfiguration { configuration, _ -> InstalledFace? in
            for object in [FC_POSTSCRIPT_NAME, FC_FULLNAME] {
                if let found = list(object, name, in: configuration) { return found }
            }
            return nil
        }
        if let found { return found }
        // If the family is not installed, the match is of another family.
        let match = match(families: [name])
        return match.flatMap { $0.face.families.contains { $0.lowercased() == name.lowercased() } ? $0 : nil }
    }

    private static func list(_ object: String, _ name: String, in configuration: OpaquePointer) -> InstalledFace? {
        guard let wish = FcPatternCreate(), let objects = FcObjectSetCreate() else { return nil }
        defer {
            FcPatternDestroy(wish)
            FcObjectSetDestroy(objects)
        }
        FcPatternAddString(wish, object, name)
        for object in [
            FC_FILE, FC_INDEX, FC_FAMILY, FC_FAMILYLANG, FC_STYLE, FC_FULLNAME, FC_POSTSCRIPT_NAME, FC_WEIGHT, FC_WIDTH,
            FC_SLANT, FC_SPACING, FC_VARIABLE,
        ] { FcObjectSetAdd(objects, object) }
        guard let set = FcFontList(configuration, wish, objects) else { return nil }
        defer { FcFontSetDestroy(set) }
        // fontconfig makes up names for named instances, which differ from those in the font.
        let faces = patterns(set).filter { (integer($0, FC_INDEX) ?? 0) >> 16 == 0 && !isVariable($0) }
        return faces.lazy.compactMap(installed).first
    }

    private static func installed(_ pattern: OpaquePointer) -> InstalledFace? {
        // Until it is reloaded, the configuration still lists files that no longer exist.
        guard let path = file(of: pattern), access(path.fileSystemRepresentation, R_OK) == 0 else { return nil }
        var face = face(pattern, index: Int(integer(pattern, FC_INDEX) ?? 0) & 0xffff)
        face.variation = variation(string(pattern, FC_FONT_VARIATIONS) ?? "")
        face.isVariable = isVariable(pattern) || !face.variation.isEmpty
        if face.postscriptName.isEmpty || face.fullName.isEmpty {
            // The pattern of a variable face as a whole has no name, but the face in the file has one.
            let named = (try? faces(ofFileAt: path))?.first { $0.index == face.index }
            if face.postscriptName.isEmpty { face.postscriptName = named?.postscriptName ?? "" }
            if face.fullName.isEmpty { face.fullName = named?.fullName ?? "\(face.family) \(face.style)" }
        }
        return InstalledFace(face: face, path: path)
    }

    /// Reads settings of axes such as `wght=600,wdth=100`.
    private static func variation(_ text: String) -> [String: Double] {
        var variation: [String: Double] = [:]
        for setting in text.split(separator: ",") {
            let parts = setting.split(separator: "=")
            if parts.count == 2, let value = Double(parts[1]) { variation[String(parts[0])] = value }
        }
        return variation
    }
}
