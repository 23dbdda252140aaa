internal import ApplicationFonts
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// What the fonts of a process are made of, and what fontconfig makes of them. All of it blocks.
extension ProcessScope {
    /// A file that somebody has just looked at.
    struct KnownFile: Sendable {
        /// The path without symbolic links.
        var path: String
        var stamp: FileStamp
        /// The SHA-256 as 64 hexadecimal digits.
        var digest: String
        /// What fontconfig has read in it, by that path, where that was done.
        var scanned: ScannedFont?
    }

    /// Where the bytes of a font are.
    enum Source: Sendable {
        /// In a file, of which somebody has perhaps just looked at.
        case file(String, known: KnownFile? = nil)
        /// In memory that nobody can change.
        case memory(SealedMemory)
    }

    /// The bytes of a font that was looked at.
    struct Content {
        /// What fontconfig knows them by.
        var path: String
        var digest: String
        /// What tells a file from another in its place; `nil` for memory.
        var stamp: FileStamp?
        /// What fontconfig has read in it, where that was done.
        var scanned: ScannedFont?

        /// Whether they are what they were.
        var isIntact: Bool { stamp == nil || (try? FileStatus(path: path).stamp) == stamp }
        /// The path to tell; `nil` for memory.
        var file: String? { stamp == nil ? nil : path }
        /// The same, without what nobody needs once the faces have been added.
        var used: Content { Content(path: path, digest: digest, stamp: stamp) }
    }

    /// A path by which libraries of this process open what is behind a descriptor, as long as it is open.
    static func path(of file: OwnedFileDescriptor) -> String { "/proc/self/fd/\(file.rawValue)" }

    /// Looks whether a file may be a font, and what it holds.
    static func examine(
        _ path: String, _ known: KnownFile? = nil
    ) throws(FontError) -> (path: String, digest: String, stamp: FileStamp) {
        let file = try OwnedFileDescriptor.openingNamedFont(path)
        do throws(Errno) {
            let stamp = try FileStatus(of: file).stamp
            if let known, known.stamp == stamp, stamp.size <= FontLimits.fileSize {
                return (try FileSystem.resolved(path), known.digest, stamp)
            }
            // What is too large is not read.
            let digest = stamp.size > FontLimits.fileSize ? "" : try FileDigest.of(file).hexadecimal
            if !digest.isEmpty { return (try FileSystem.resolved(path), digest, stamp) }
        } catch {
            throw FontError(.insufficientPermissions, "Cannot be read: \(error).")
        }
        throw tooLarge
    }

    /// Looks at a file that is about to be registered.
    ///
    /// - Parameters:
    ///   - path: The path of the file; symbolic links are followed.
    ///   - isToBeAdded: Whether fontconfig is to read it as well: while its configuration is being loaded there is time
    ///     for that.
    /// - Returns: What it holds.
    /// - Throws: `FontError` for what cannot be opened or is too large; `Errno` for what cannot be read.
    static func look(atFile path: String, isToBeAdded: Bool) throws -> KnownFile {
        let path = try FileSystem.resolved(path)
        let file = try OwnedFileDescriptor.openingNamedFont(path)
        let stamp = try FileStatus(of: file).stamp
        guard stamp.size <= FontLimits.fileSize else { throw tooLarge }
        let digest = try FileDigest.of(file).hexadecimal
        guard isToBeAdded else { return KnownFile(path: path, stamp: stamp, digest: digest) }
        // What is no font is refused when it is registered.
        let scanned = try? ScannedFont(path: path)
        scanned?.describe()
        return KnownFile(path: path, stamp: stamp, digest: digest, scanned: scanned)
    }

    private static var tooLarge: FontError {
        FontError(.exceededResourceLimit, "The file has more than \(FontLimits.fileSize >> 20) MiB.")
    }

    static func add(_ content: Content) throws(FontError) -> [ApplicationFace] {
        do throws(ApplicationFonts.Failure) {
            return try ApplicationFonts.add(content.path, scanned: content.scanned)
        } catch {
            throw fontError(error)
        }
    }

    /// Describes the faces of a file that is looked at alone.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isOwn: Whether it is the descriptor of one of this process' own files, which no symbolic link of somebody
    ///     else's stands for.
    /// - Returns: The faces.
    /// - Throws: Why there are none.
    static func described(_ path: String, isOwn: Bool = false) throws(FontError) -> [FontFace] {
        let resolved = isOwn ? path : try examine(path).path
        return try describe(resolved).map { FontFace($0, id: "", path: isOwn ? nil : resolved, isEnabled: false) }
    }

    /// The faces of a font that is not added.
    static func describe(_ content: Content) throws(FontError) -> [ApplicationFace] {
        if let faces = content.scanned?.describe(), !faces.isEmpty { return faces }
        return try describe(content.path)
    }

    static func describe(_ path: String) throws(FontError) -> [ApplicationFace] {
        do throws(ApplicationFonts.Failure) {
            return try ApplicationFonts.faces(ofFileAt: path)
        } catch {
            throw fontError(error)
        }
    }

    /// What there is to tell of the faces of a file, by their indices; nothing where it cannot be read any more.
    static func details(ofFileAt path: String) -> [Int: FontFaceDetails] {
        ((try? ApplicationFonts.details(ofFileAt: path)) ?? [:]).mapValues(FontFaceDetails.init)
    }

    static func fontError(_ failure: ApplicationFonts.Failure) -> FontError {
        switch failure {
        case .noConfiguration:
            FontError(.registrationFailed, "fontconfig found no configuration; FONTCONFIG_FILE may name one.")
        case .noFace: FontError(.unrecognizedFormat, "fontconfig finds no font in the file.")
        }
    }

    /// Describes the faces of a file that is open, and may have no name.
    static func faces(ofOpenFile file: OwnedFileDescriptor) throws(FontManagerError) -> [FontFace] {
        do throws(FontError) {
            return try withExtendedLifetime(file) { () throws(FontError) in
                try described(path(of: file), isOwn: true)
            }
        } catch {
            throw FontManagerError(error)
        }
    }

    /// Describes the faces of a file.
    static func faces(ofFileAt path: String) throws(FontManagerError) -> [FontFace] {
        do throws(FontError) {
            return try described(path)
        } catch {
            throw FontManagerError(error, about: .file(path))
        }
    }
}

extension FontFace {
    /// What fontconfig says of a face of this process.
    init(_ face: ApplicationFace, id: String, path: String?, isEnabled: Bool) {
        self.init(
            id: id, source: .process, isEnabled: isEnabled, index: face.index, postscriptName: face.postscriptName,
            familyName: face.family, typographicFamilyName: face.typographicFamily, fullName: face.fullName,
            displayName: face.fullName, styleName: face.style, weight: face.weight, width: face.width,
            slant: FontSlant(rawValue: face.slant.rawValue) ?? .upright, isMonospace: face.isMonospace,
            isVariable: face.isVariable, variation: [:],
            namedInstances: face.instances.map {
                NamedFontInstance(
                    name: $0.style, postscriptName: $0.postscriptName, weight: $0.weight, width: $0.width,
                    variation: $0.variation)
            }, path: path)
    }
}

extension FontFaceDetails {
    /// What a font of this process says of a face.
    init(_ details: ApplicationFaceDetails) {
        familyNames = details.families
        (languages, scripts) = (details.languages, details.scripts)
        axes = details.axes.map {
            FontVariationAxis(
                tag: $0.tag, minimum: $0.minimum, defaultValue: $0.defaultValue, maximum: $0.maximum)
        }.sorted { $0.tag < $1.tag }
        format = details.format
        colorTables = details.colorTables
        (version, foundry, license) = (details.version, details.vendor, details.license)
        // Where a font sets several bits, the least restrictive one counts. Source: OpenType specification, OS/2 table.
        embedding =
            switch details.embeddingFlags {
            case nil: EmbeddingRights.unknown.rawValue
            case let flags? where flags & 0x8 != 0: EmbeddingRights.editable.rawValue
            case let flags? where flags & 0x4 != 0: EmbeddingRights.previewAndPrint.rawValue
            case let flags? where flags & 0x2 != 0: EmbeddingRights.restricted.rawValue
            default: EmbeddingRights.installable.rawValue
            }
        glyphCount = details.glyphCount > 0 ? details.glyphCount : nil
    }
}
