internal import CFontconfig
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// The fonts that this process alone has: what fontconfig calls application fonts.
///
/// They are part of the process' current configuration, which everything in it uses that finds fonts by fontconfig, and
/// are read with the rights of the process: this is for files of the application's own. Whoever makes fontconfig load
/// its configuration anew, as toolkits do when fonts of the system change, loses them: ``missing(of:)`` tells.
///
/// Others may look for fonts while these come and go, on any thread: see ``ApplicationFontSet``.
///
/// Blocks while fontconfig loads its configuration, which the first use in a process does, and while it reads fonts.
package enum ApplicationFonts {
    /// What fontconfig did not do; it never says why.
    package enum Failure: Error, Sendable, Hashable {
        /// There is no configuration, and none could be loaded.
        case noConfiguration
        /// It finds no face in the file.
        case noFace
    }

    /// Has fontconfig load its configuration and the caches of all fonts, where nobody in the process has done so: the
    /// longest part of the first ``add(_:)``, and what can be done before it is known what to add.
    package static func prepare() {
        // Two who ask for it at once would both load it.
        lock.withLock { state in
            guard let configuration = current(&state) else { return }
            defer { FcConfigDestroy(configuration) }
            // While nobody else knows the configuration there can be made room in it, whenever the first font comes.
            // Without a font of the system there is nothing to fill it with: the first font makes it.
            guard FcConfigGetSysRoot(configuration) == nil, ApplicationFontSet.systemFiller(of: configuration) != nil,
                state.takeFreshness()
            else { return }
            _ = ApplicationFontSet.make(of: [], in: configuration)
        }
    }

    /// Adds the faces of a file.
    ///
    /// - Parameters:
    ///   - path: The absolute path; the file has to stay there as long as its faces are used.
    ///   - scanned: What was read of the file already, where that was by the same path.
    /// - Returns: The faces.
    /// - Throws: ``Failure``.
    package static func add(_ path: String, scanned: ScannedFont? = nil) throws(Failure) -> [ApplicationFace] {
        // Before the lock: whoever looks for a font at this moment must not wait for a large file. Nothing lies there for a
        // configuration with another root.
        let scanned = scanned?.path == path ? scanned : try? ScannedFont(path: path)
        return try withConfiguration { (configuration, state) throws(Failure) in
            // Below another root, paths in patterns begin there.
            guard FcConfigGetSysRoot(configuration) == nil else {
                return try add(rooted: path, to: configuration, &state)
            }
            // What has been taken once is not there for another configuration.
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

    /// Takes the faces of a file away again; those of other files stay, whoever added them.
    ///
    /// - Parameter path: The path, as it was added.
    package static func remove(_ path: String) {
        // Without a configuration there is nothing to remove.
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

    /// Which of some files have no faces in the configuration, as it was loaded anew since they were added.
    ///
    /// - Parameter paths: The paths, as they were added.
    /// - Returns: Those that have to be added again.
    package static func missing(of paths: [String]) -> [String] {
        guard !paths.isEmpty else { return [] }
        let missing = try? withConfiguration { configuration, _ in
            let present = Set(
                (ApplicationFontSet(of: configuration)?.patterns ?? []).compactMap(file))
            return paths.filter { !present.contains($0) }
        }
        return missing ?? paths
    }

    /// Whether a file has faces in the configuration: the same as ``missing(of:)`` for one, without a list of all.
    ///
    /// - Parameter path: The path, as it was added.
    /// - Returns: `false` where it has to be added again.
    package static func hasFaces(of path: String) -> Bool {
        let path = bytes(path)
        let hasFaces = try? withConfiguration { configuration, _ in
            ApplicationFontSet(of: configuration)?.contains(path) ?? false
        }
        return hasFaces ?? false
    }

    /// The version of the library that runs, such as 21401 for 2.14.1.
    package static var libraryVersion: Int { Int(FcGetVersion()) }

    // MARK: Sets of patterns

    static func patterns(_ set: UnsafeMutablePointer<FcFontSet>?) -> [OpaquePointer] {
        guard let set, let fonts = set.pointee.fonts else { return [] }
        return (0..<Int(set.pointee.nfont)).compactMap { fonts[$0] }
    }

    /// The faces that patterns of a file describe: a variable one has a pattern for each named instance too.
    ///
    /// - Parameters:
    ///   - patterns: Patterns, of other files too.
    ///   - path: The path of the file.
    /// - Returns: The faces, in the order of the file.
    static func faces(_ patterns: [OpaquePointer], of path: String) -> [ApplicationFace] {
        var faces: [ApplicationFace] = []
        var others: [OpaquePointer] = []
        var variable: Set<Int> = []
        let file = bytes(path)
        for pattern in patterns where isFile(file, of: pattern) {
            // The upper half counts the named instances.
            let index = integer(pattern, FC_INDEX) ?? 0
            if isVariable(pattern) {
                // It stands for the whole range of the axes, under the index of the face.
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

    /// The named instances of a face, under the names that the font gives them.
    ///
    /// fontconfig knows what they are like, but not what they are called: it makes up names such as `Family_700wght`.
    private static func instances(
        _ patterns: [OpaquePointer], of face: ApplicationFace, at path: String
    ) -> [ApplicationFace] {
        let listed = Dictionary(
            patterns.map { (Int(integer($0, FC_INDEX) ?? 0) >> 16, $0) }, uniquingKeysWith: { first, _ in first })
        return NamedInstanceReader.instances(ofFace: face.index, inFileAt: path).compactMap { named in
            // It leaves out the one that is the face itself, which may have another name as an instance.
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
        // The family as designed is listed before the style-linked one, both in the same language.
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

    /// A string of a pattern, with what is no UTF-8 replaced.
    static func string(_ pattern: OpaquePointer, _ object: String, _ number: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<UInt8>?
        guard FcPatternGetString(pattern, object, number, &text) == FcResultMatch, let text else { return nil }
        return String(cString: text)
    }

    /// The file of a pattern, as ``PathText`` has it.
    static func file(of pattern: OpaquePointer) -> String? {
        var file: UnsafeMutablePointer<UInt8>?
        guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
        return text(ofPath: file)
    }

    /// The text of a path that fontconfig tells.
    static func text(ofPath path: UnsafePointer<UInt8>) -> String {
        PathText.text(of: UnsafeBufferPointer(start: path, count: strlen(path)))
    }

    /// Whether a pattern is of a file, by the bytes of its path.
    static func isFile(_ path: [UInt8], of pattern: OpaquePointer) -> Bool {
        var file: UnsafeMutablePointer<UInt8>?
        return FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch && FcStrCmp(file, path) == 0
    }

    /// A path for fontconfig, with a NUL at the end.
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
