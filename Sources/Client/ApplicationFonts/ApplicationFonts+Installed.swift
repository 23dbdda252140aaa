internal import CFontconfig
package import FontModel
internal import Glibc
internal import LinuxSystem

/// Fonts of any source as the fontconfig of this process finds them, which is what its text is drawn with.
extension ApplicationFonts {
    /// A face that fontconfig finds, and its file.
    package struct InstalledFace: Sendable {
        /// The face; a variable one at the place that was asked for.
        package var face: ApplicationFace
        /// The path of the file.
        package var path: String
    }

    /// Finds the face that text libraries draw with, which there is as long as there are any fonts.
    ///
    /// Blocks while fontconfig loads its configuration, which the first use in a process does.
    ///
    /// - Parameters:
    ///   - families: The families, the one that is wanted most first; generic ones such as `sans-serif` too.
    ///   - weight: The weight on OpenType's scale, 1 to 1000.
    ///   - slant: The slope.
    /// - Returns: The face that comes nearest; `nil` where fontconfig knows no font.
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
    /// Blocks while fontconfig loads its configuration, which the first use in a process does, and a name that is not
    /// found where fonts have come or gone.
    ///
    /// - Parameter name: The PostScript name, else the full name, else the family, whose upright regular face it is then.
    /// - Returns: The face; `nil` where none has the name.
    package static func installed(named name: String) -> InstalledFace? {
        if let known = known(named: name) { return known }
        return loadChanges() ? known(named: name) : nil
    }

    /// A face that the configuration knows.
    private static func known(named name: String) -> InstalledFace? {
        let found = try? withConfiguration { configuration, _ -> InstalledFace? in
            for object in [FC_POSTSCRIPT_NAME, FC_FULLNAME] {
                if let found = list(object, name, in: configuration) { return found }
            }
            return nil
        }
        if let found { return found }
        // Of a family that there is not, another one is the nearest.
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
        // Its own names for named instances are made up, and not what the font calls them.
        let faces = patterns(set).filter { (integer($0, FC_INDEX) ?? 0) >> 16 == 0 && !isVariable($0) }
        return faces.lazy.compactMap(installed).first
    }

    private static func installed(_ pattern: OpaquePointer) -> InstalledFace? {
        // The configuration knows files for as long as it is not loaded anew, whatever became of them.
        guard let path = file(of: pattern), access(path.fileSystemRepresentation, R_OK) == 0 else { return nil }
        var face = face(pattern, index: Int(integer(pattern, FC_INDEX) ?? 0) & 0xffff)
        face.variation = variation(string(pattern, FC_FONT_VARIATIONS) ?? "")
        face.isVariable = isVariable(pattern) || !face.variation.isEmpty
        if face.postscriptName.isEmpty || face.fullName.isEmpty {
            // A variable face as a whole has no name there; the face in the file has.
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
