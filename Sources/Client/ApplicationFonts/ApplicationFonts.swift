internal import CFontconfig
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// The fonts that only this process has, called application fonts by fontconfig.
///
/// They are part of the process's current configuration, which all code in the process uses that finds fonts through
/// fontconfig, and are read with the rights of the process: use them only for the application's own files. When other
/// code makes fontconfig reload its configuration, as toolkits do when system fonts change, these fonts are
/// lost; ``missing(of:)`` reports them.
///
/// Other threads may look up fonts while application fonts are added and removed: see ``ApplicationFontSet``.
///
/// All methods block while fontconfig loads its configuration, which the first use in a process does, and while it
/// reads fonts.
package enum ApplicationFonts {
    /// A failure of fontconfig, which never reports the reason.
    package enum Failure: Error, Sendable, Hashable {
        /// There is no configuration, and none could be loaded.
        case noConfiguration
        /// fontconfig finds no face in the file.
        case noFace
    }

    /// Has fontconfig load its configuration and the caches of all fonts, unless the process has done so already.
    ///
    /// This is the longest part of the first ``add(_:scanned:)``, and is possible before it is known which fonts to
    /// add.
    package static func prepare() {
        // Without the lock, two simultaneous callers would both load the configuration.
        lock.withLock { state in
            guard let configuration = current(&state) else { return }
            defer { FcConfigDestroy(configuration) }
            // While no other code knows the configuration, it is safe to make room in it for fonts that are added
            // later. If there is no font of the system to fill the room with, the first added font makes it.
            guard FcConfigGetSysRoot(configuration) == nil, ApplicationFontSet.systemFiller(of: configuration) != nil,
                state.takeFreshness()
            else { return }
            _ = ApplicationFontSet.make(of: [], in: configuration)
        }
    }

    /// Adds the faces of a file.
    ///
    /// - Parameters:
    ///   - path: The absolute path. The file must stay there as long as its faces are used.
    ///   - scanned: An earlier scan of the file, which is used if it has the same path.
    /// - Returns: The faces.
    /// - Throws: ``Failure``.
    package static func add(_ path: String, scanned: ScannedFont? = nil) throws(Failure) -> [ApplicationFace] {
        // Scan before taking the lock, so that other callers do not wait for a large file. For a configuration with
        // another root, there may be no file at this path.
        let scanned = scanned?.path == path ? scanned : try? ScannedFont(path: path)
        return try withConfiguration { (configuration, state) throws(Failure) in
            // In a configuration with another root, paths in patterns are relative to this root.
            guard FcConfigGetSysRoot(configuration) == nil else {
                return try add(rooted: path, to: configuration, &state)
            }
            // Patterns can be taken only once, so another configuration needs a new scan.
            var taken = scanned?.take(for: configuration)
            if taken == nil { taken = try ScannedFont(path: path).take(for: configuration) }
            guard let (patterns, described) = taken else { throw .noFace }
            let faces = described ?? faces(patterns, of: path)
            guard !faces.isEmpty, put(patterns, for: path, in: &configuration, &state) else {
                for pattern in patterns { FcPatternDestroy(pattern) }
                throw .noFace
            }
            return faces
        }
    }

    /// Has fontconfig itself add a file to a configuration with another root.
    private static func add(
        rooted path: String, to configuration: OpaquePointer, _ state: inout State
    ) throws(Failure) -> [ApplicationFace] {
        _ = ApplicationFontSet(of: configuration)?.replace(path, with: [], &state.retired)
        guard FcConfigAppFontAddFile(configuration, bytes(path)) != 0 else { throw .noFace }
        let faces = faces(ApplicationFontSet(of: configuration)?.patterns ?? [], of: path)
        guard !faces.isEmpty else { throw .noFace }
        return faces
    }

    /// Removes the faces of a file; those of other files stay, regardless of which code added them.
    ///
    /// - Parameter path: The path with which the file was added.
    package static func remove(_ path: String) {
        // Without a configuration, there is nothing to remove.
        try? withConfiguration { configuration, state in
            _ = ApplicationFontSet(of: configuration)?.replace(path, with: [], &state.retired)
        }
    }

    /// Describes the faces of a file without adding them.
    ///
    /// - Parameter path: The absolute path.
    /// - Returns: The faces.
    /// - Throws: ``Failure/noFace``.
    package static func faces(ofFileAt path: String) throws(Failure) -> [ApplicationFace] {
        let faces = try ScannedFont(path: path).withPatterns { Self.faces(patterns($0), of: path) }
        guard !faces.isEmpty else { throw .noFace }
        return faces
    }

    /// Returns the files whose faces are missing from the configuration, because it was reloaded after they were added.
    ///
    /// - Parameter paths: The paths with which the files were added.
    /// - Returns: The paths of the files that must be added again.
    package static func missing(of paths: [String]) -> [String] {
        guard !paths.isEmpty else { return [] }
        let missing = try? withConfiguration { configuration, _ in
            let present = Set(
                (ApplicationFontSet(of: configuration)?.patterns ?? []).compactMap(file))
            return paths.filter { !present.contains($0) }
        }
        return missing ?? paths
    }

    /// Returns whether a file has faces in the configuration.
    ///
    /// This is ``missing(of:)`` for one file, without a list of all faces.
    ///
    /// - Parameter path: The path with which the file was added.
    /// - Returns: `false` if the file must be added again.
    package static func hasFaces(of path: String) -> Bool {
        let path = bytes(path)
        let hasFaces = try? withConfiguration { configuration, _ in
            ApplicationFontSet(of: configuration)?.contains(path) ?? false
        }
        return hasFaces ?? false
    }

    /// The version of fontconfig at run time, such as 21401 for 2.14.1.
    package static var libraryVersion: Int { Int(FcGetVersion()) }

    // MARK: Sets of patterns

    static func patterns(_ set: UnsafeMutablePointer<FcFontSet>?) -> [OpaquePointer] {
        guard let set, let fonts = set.pointee.fonts else { return [] }
        return (0..<Int(set.pointee.nfont)).compactMap { fonts[$0] }
    }

    /// Returns the faces that the patterns of a file describe.
    ///
    /// A variable face also has a pattern for each named instance.
    ///
    /// - Parameters:
    ///   - patterns: The patterns, which may include those of other files.
    ///   - path: The path of the file.
    /// - Returns: The faces, in the order of the file.
    static func faces(_ patterns: [OpaquePointer], of path: String) -> [ApplicationFace] {
        var faces: [ApplicationFace] = []
        var others: [OpaquePointer] = []
        var variable: Set<Int> = []
        let file = bytes(path)
        for pattern in patterns where isFile(file, of: pattern) {
            // The upper half of the index is the number of the named instance.
            let index = integer(pattern, FC_INDEX) ?? 0
            if isVariable(pattern) {
                // The pattern stands for the whole range of the axes, under the index of the face.
                variable.insert(Int(index & 0xffff))
            } else if index >> 16 == 0 {
                faces.append(face(pattern, index: Int(index)))
            } else {
                others.append(pattern)
            }
        }
        variable.formUnion(others.map { faceIndex($0) })
        for position in faces.indices where variable.contains(faces[position].index) {
            faces[position].isVariable = true
            let listed = others.filter { faceIndex($0) == faces[position].index }
            faces[position].instances = instances(listed, of: faces[position], at: path)
        }
        return faces.sorted { $0.index < $1.index }
    }

    /// Returns the named instances of a face, with the names that the font gives them.
    ///
    /// fontconfig knows the attributes of the instances, but not their names: it makes up names such as
    /// `Family_700wght`.
    private static func instances(
        _ patterns: [OpaquePointer], of face: ApplicationFace, at path: String
    ) -> [ApplicationFace] {
        let listed = Dictionary(
            patterns.map { (Int(integer($0, FC_INDEX) ?? 0) >> 16, $0) }, uniquingKeysWith: { first, _ in first })
        return NamedInstanceReader.instances(ofFace: face.index, inFileAt: path).compactMap { named in
            // fontconfig leaves out the instance that is the face itself, which may have another name as an instance.
            var instance = listed[named.number].map { Self.face($0, index: face.index) } ?? face
            guard named.postscriptName != face.postscriptName else { return nil }
            (instance.postscriptName, instance.style) = (named.postscriptName, named.style)
            instance.variation = named.variation
            return instance
        }
    }

    private static func faceIndex(_ pattern: OpaquePointer) -> Int { Int(integer(pattern, FC_INDEX) ?? 0) & 0xffff }

    static func face(_ pattern: OpaquePointer, index: Int) -> ApplicationFace {
        var face = ApplicationFace(index: index)
        face.postscriptName = string(pattern, FC_POSTSCRIPT_NAME) ?? ""
        face.families = strings(pattern, FC_FAMILY)
        let languages = strings(pattern, FC_FAMILYLANG)
        // The typographic family is listed before the style-linked one, both in the same language.
        let inFirstLanguage = zip(face.families, languages).filter { $0.1 == languages.first }.map(\.0)
        face.family = inFirstLanguage.dropFirst().first ?? face.families.first ?? ""
        face.typographicFamily = inFirstLanguage.count > 1 ? inFirstLanguage.first : nil
        face.fullName = string(pattern, FC_FULLNAME) ?? ""
        face.style = string(pattern, FC_STYLE) ?? ""
        var weight = 0.0
        if FcPatternGetDouble(pattern, FC_WEIGHT, 0, &weight) == FcResultMatch {
            let converted = FcWeightToOpenTypeDouble(weight)
            face.weight = converted > 0 ? min(converted, 1000) : 400
        }
        var width = 0.0
        if FcPatternGetDouble(pattern, FC_WIDTH, 0, &width) == FcResultMatch { face.width = width }
        switch integer(pattern, FC_SLANT) ?? FC_SLANT_ROMAN {
        case FC_SLANT_ITALIC: face.slant = .italic
        case FC_SLANT_OBLIQUE: face.slant = .oblique
        default: face.slant = .upright
        }
        face.isMonospace = integer(pattern, FC_SPACING).map { $0 >= FC_MONO } ?? false
        return face
    }

    static func strings(_ pattern: OpaquePointer, _ object: String) -> [String] {
        var strings: [String] = []
        var number: Int32 = 0
        while let text = string(pattern, object, number) {
            strings.append(text)
            number += 1
        }
        return strings
    }

    /// Returns a string of a pattern; bytes that are not valid UTF-8 are replaced.
    static func string(_ pattern: OpaquePointer, _ object: String, _ number: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<UInt8>?
        guard FcPatternGetString(pattern, object, number, &text) == FcResultMatch, let text else { return nil }
        return String(cString: text)
    }

    /// Returns the path of the file of a pattern, as ``PathText`` represents it.
    static func file(of pattern: OpaquePointer) -> String? {
        var file: UnsafeMutablePointer<UInt8>?
        guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
        return text(ofPath: file)
    }

    /// Returns the text of a path from fontconfig.
    static func text(ofPath path: UnsafePointer<UInt8>) -> String {
        PathText.text(of: UnsafeBufferPointer(start: path, count: strlen(path)))
    }

    /// Returns whether a pattern belongs to a file, by the bytes of its path.
    static func isFile(_ path: [UInt8], of pattern: OpaquePointer) -> Bool {
        var file: UnsafeMutablePointer<UInt8>?
        return FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch && FcStrCmp(file, path) == 0
    }

    /// Returns the bytes of a path for fontconfig, with a NUL at the end.
    static func bytes(_ path: String) -> [UInt8] { PathText.bytes(of: path) + [0] }

    static func isVariable(_ pattern: OpaquePointer) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(pattern, FC_VARIABLE, 0, &value) == FcResultMatch && value != 0
    }

    static func integer(_ pattern: OpaquePointer, _ object: String) -> Int32? {
        var value: Int32 = 0
        return FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? value : nil
    }
}
