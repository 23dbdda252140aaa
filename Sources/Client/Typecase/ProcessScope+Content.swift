internal import ApplicationFonts
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// The bytes of the fonts of a process, and the faces that fontconfig finds in them.
///
/// All methods block.
extension ProcessScope {
    /// A file that was examined before its registration.
    struct KnownFile: Sendable {
        /// The path without symbolic links.
        var path: String
        var stamp: FileStamp
        /// The SHA-256 as 64 hexadecimal digits.
        var digest: String
        /// fontconfig's scan of the file at this path; `nil` if there is none.
        var scanned: ScannedFont?
    }

    /// Where the bytes of a font are.
    enum Source: Sendable {
        /// In a file, which may have been examined before.
        case file(String, known: KnownFile? = nil)
        /// In memory that cannot be changed.
        case memory(SealedMemory)
    }

    /// The bytes of an examined font.
    struct Content {
        /// The path of the font in fontconfig.
        var path: String
        var digest: String
        /// The stamp that distinguishes the file from a later file at the same path; `nil` for memory.
        var stamp: FileStamp?
        /// fontconfig's scan of the font; `nil` if there is none.
        var scanned: ScannedFont?

        /// Whether the bytes are unchanged.
        var isIntact: Bool { stamp == nil || (try? FileStatus(path: path).stamp) == stamp }
        /// The path of the file; `nil` for memory.
        var file: String? { stamp == nil ? nil : path }
        /// The same content without the scan, which is not needed after the faces were added.
        var used: Content { Content(path: path, digest: digest, stamp: stamp) }
    }

    /// Returns a path by which libraries of this process can open a file while its descriptor is open.
    static func path(of file: OwnedFileDescriptor) -> String { "/proc/self/fd/\(file.rawValue)" }

    /// Checks whether a file can be opened and is not too large, and hashes it.
    static func examine(
        _ path: String, _ known: KnownFile? = nil
    ) throws(FontError) -> (path: String, digest: String, stamp: FileStamp) {
        let file = try OwnedFileDescriptor.openingNamedFont(path)
        do throws(Errno) {
            let stamp = try FileStatus(of: file).stamp
            if let known, known.stamp == stamp, stamp.size <= FontLimits.fileSize {
                return (try FileSystem.resolved(path), known.digest, stamp)
            }
            // A file that is too large is not read.
            let digest = stamp.size > FontLimits.fileSize ? "" : try FileDigest.of(file).hexadecimal
            if !digest.isEmpty { return (try FileSystem.resolved(path), digest, stamp) }
        } catch {
            throw FontError(.insufficientPermissions, "Cannot be read: \(error).")
        }
        throw tooLarge
    }

    /// Examines a file that is about to be registered.
    ///
    /// - Parameters:
    ///   - path: The path of the file; symbolic links are followed.
    ///   - isToBeAdded: Whether fontconfig should scan the file as well: there is time for that while its configuration
    ///     is being loaded.
    /// - Returns: The resolved path, the stamp, the hash and the scan of the file.
    /// - Throws: `FontError` if the file cannot be opened or is too large; `Errno` if it cannot be read.
    static func look(atFile path: String, isToBeAdded: Bool) throws -> KnownFile {
        let path = try FileSystem.resolved(path)
        let file = try OwnedFileDescriptor.openingNamedFont(path)
        let stamp = try FileStatus(of: file).stamp
        guard stamp.size <= FontLimits.fileSize else { throw tooLarge }
        let digest = try FileDigest.of(file).hexadecimal
        guard isToBeAdded else { return KnownFile(path: path, stamp: stamp, digest: digest) }
        // A file that is not a font is refused when it is registered.
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

    /// Describes the faces of a file without registering it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isOwn: Whether the path is that of an open file of this process, so that it cannot be a symbolic link of
    ///     another program.
    /// - Returns: The faces.
    /// - Throws: The reason why no faces can be described.
    static func described(_ path: String, isOwn: Bool = false) throws(FontError) -> [FontFace] {
        let resolved = isOwn ? path : try examine(path).path
        return try describe(resolved).map { FontFace($0, id: "", path: isOwn ? nil : resolved, isEnabled: false) }
    }

    /// Describes the faces of a font that is not added.
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

    /// Returns the details of the faces of a file, by index; none if the file cannot be read any more.
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

    /// Describes the faces of an open file, which need not have a path.
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
    /// Creates a face of this process from fontconfig's description.
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
    /// Creates details from those that a font of this process contains.
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
        // If a font sets several bits, the least restrictive one counts. Source: OpenType specification, OS/2 table.
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
