package import FontModel
package import WorkerProtocol

/// A request from the daemon to the worker: one small, bounded record per job.
package enum InspectionJob: Sendable, Equatable {
    /// Examine the font in the sealed memfd that comes with the record.
    case inspect
    /// Examine the font in the sealed memfd that comes with the record, for the provider of the connection's last job.
    ///
    /// The process that examined that provider's last font may examine this one, too.
    case inspectNext
    /// Test whether the libraries that programs use can show the font in the sealed memfd that comes with the record.
    ///
    /// Our own checks do not count for this.
    case trial
    /// Bring fontconfig's caches of these directories (absolute paths) up to date, in this order.
    case warm(directories: [String])
    /// List the directories outside ``excluding`` that fontconfig scans, with their times.
    case systemDirectories(excluding: [String])
    /// Describe the faces of one directory from fontconfig's cache: at most `limit` patterns, from number `offset` on.
    case systemFaces(directory: String, offset: Int, limit: Int)
    /// Return the families that programs get if they request no particular family.
    case defaultFamilies
    /// Check the font in the sealed memfd that comes with the record with the OpenType Sanitizer.
    case secondOpinion
    /// Expand the web font in the sealed memfd that comes with the record.
    case convert
    /// Unpack the archive into the file; the descriptors of both come with the record.
    case unpack(ArchiveRequest)
    /// Measure and draw text with `fileCount` fonts, which come with the record and after it.
    ///
    /// Other modules decode the request and the reply.
    case draw(request: [UInt8], fileCount: Int)
    /// Make pictures for an icon theme from the picture in the sealed memfd that comes with the record.
    case icon
    /// Try what the profile of the mode forbids, and report what was denied.
    case selfTest
}

extension InspectionJob {
    /// Whether this is an examination of a font.
    package var isInspection: Bool { self == .inspect || self == .inspectNext }

    /// The generic families, for which fontconfig always returns a match.
    package static let genericFamilies = ["sans-serif", "serif", "monospace", "system-ui"]

    /// The number of descriptors that follow the record, each with its own byte.
    ///
    /// The two descriptors that are sent with the frame do not count.
    package var followingDescriptors: Int {
        guard case .draw(_, let fileCount) = self else { return 0 }
        return max(0, fileCount - 1)
    }
}

/// The profiles of workers; a process keeps one profile for its lifetime.
package enum InspectionMode: String, Sendable, Hashable, CaseIterable {
    /// Parses untrusted bytes: opens nothing, executes nothing.
    case inspect
    /// Writes fontconfig's caches of our own directories.
    case warm
    /// Reads fontconfig's caches of all other directories.
    case systemFaces = "system-faces"
    /// Executes the OpenType Sanitizer on untrusted bytes: reads only that program and its libraries.
    case secondOpinion = "second-opinion"
    /// Expands untrusted web fonts: opens nothing, executes nothing. For the command line, which starts its own
    /// workers.
    case convert
    /// Unpacks untrusted archives: opens nothing, executes nothing. For the command line, which starts its own workers.
    case archive
    /// Decodes untrusted pictures of icons and encodes them again: opens nothing, executes nothing.
    case icon

    /// Draws with untrusted fonts: opens nothing, executes nothing, creates no threads.
    case render

    /// The modes whose workers the service needs.
    package static let ofService: [InspectionMode] = [.inspect, .warm, .systemFaces, .secondOpinion, .render]

    /// The program that has the mode.
    package var program: WorkerProgram {
        switch self {
        case .inspect, .warm, .systemFaces, .secondOpinion: .inspector
        case .convert, .archive, .icon, .render: .converter
        }
    }

    /// Whether jobs of the mode open files; jobs of other modes use only the descriptors that come with them.
    package var opensFiles: Bool {
        switch self {
        case .inspect, .convert, .archive, .render, .icon: false
        case .warm, .systemFaces, .secondOpinion: true
        }
    }
}

/// The programs of workers.
///
/// They are two because a process is forked for each job, and that takes longer with each library that the program is
/// linked with: those that draw and unpack take as long as all else of a fork.
package enum WorkerProgram: String, Sendable, Hashable, CaseIterable {
    /// Judges fonts, and reads and writes fontconfig's caches.
    case inspector = "typecase-inspect"
    /// Turns what it gets into something else: text into pictures, pictures into icons, archives and web fonts into
    /// fonts.
    case converter = "typecase-convert"
}

/// A reply of the worker.
package enum InspectionReply: Sendable, Equatable {
    /// The font passed or was refused; see ``FontInspection``.
    case inspection(FontInspection)
    /// Why the libraries that programs use cannot show the font; `nil` if they can show it.
    case trial(failure: String?)
    /// The caches of the directories are up to date; the number of patterns in each one, in the requested order.
    case warmed(patternCounts: [Int])
    /// The directories that fontconfig scans.
    case systemDirectories([SystemFontDirectory])
    /// Some faces of one directory, and the `total` number of its patterns.
    case systemFaces([SystemFontFace], total: Int)
    /// The families that fontconfig returns for the generic ones, in the order of ``InspectionJob/genericFamilies``.
    case defaultFamilies([String])
    /// The verdict of the OpenType Sanitizer on the font.
    case secondOpinion(SecondOpinion)
    /// The result of expanding a web font.
    case conversion(FontConversion)
    /// The result of unpacking an archive.
    case archive(ArchiveOutcome)
    /// The result of measuring and drawing, which other modules decode.
    case drawing([UInt8])
    /// The result of making pictures for an icon theme from a picture.
    case icon(IconOutcome)
    /// The result of the self-test: what the profile denied.
    case selfTest(SandboxReport)
    /// The process of the job ended without a reply.
    case failed(InspectionFailure)
}

/// Why a job has no reply; this affects only that job.
package enum InspectionFailure: Sendable, Hashable {
    /// A signal killed the process.
    case crashed(signal: Int32)
    /// The job took longer than the wall-clock limit of the mode.
    case timedOut
    /// The job used up the processor time that the mode allows.
    case outOfProcessorTime
    /// The kernel ended the process because the unit or the machine ran out of memory.
    case outOfMemory
    /// The process exited without a report, or its report was malformed or too long.
    case noReport
    /// The job could not be done for a reason that the worker names, such as an unreadable directory.
    case refused(String)
    /// The job could not be done because the system refused a write, for example on a full disk.
    case notWritten(errno: Int32)
}

/// The verdict on one font file and, if it passed, its content.
package struct FontInspection: Sendable, Equatable {
    /// One problem or warning.
    package struct Finding: Sendable, Hashable {
        /// The kind of a finding; the first finding of any kind except ``warning`` is a refusal.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The file is not an sfnt file of an accepted kind.
            case unrecognizedFormat
            /// The file is an sfnt file that breaks a rule.
            case invalid
            /// A limit of ``FontLimits`` is exceeded.
            case limit
            /// A warning that is not a reason to refuse the font.
            case warning

            /// The usual code of a finding of the kind.
            package var code: ValidationCode {
                switch self {
                case .unrecognizedFormat: .formatNotInstallable
                case .invalid: .specificationViolation
                case .limit: .relaxedMemorySafety
                case .warning: .warning
                }
            }
        }

        /// The rule for files about which nothing can be determined.
        package static let parsability = "Font basic parsability"
        /// The rule for files that are too large to be examined.
        package static let fileSize = "File size"

        /// The kind.
        package var kind: Kind
        /// The rule that was broken, such as `'cmap' table usability`.
        package var rule: String
        /// What exactly was found; text from the font is escaped.
        package var message: String
        /// The number of the face with the finding; `nil` if the finding concerns the whole file.
        package var face: Int?
        /// The severity.
        package var code: ValidationCode
        /// The concern of a warning that matters only to web browsers; `nil` for any other finding.
        package var concern: BrowserConcern?

        /// Creates a finding.
        ///
        /// - Parameters:
        ///   - kind: The kind.
        ///   - rule: The rule that was broken.
        ///   - message: What exactly was found.
        ///   - face: The number of the face with the finding.
        ///   - code: The severity; `nil` for the usual code of the kind.
        ///   - concern: The concern that matters only to web browsers.
        package init(
            kind: Kind, rule: String, message: String, face: Int? = nil, code: ValidationCode? = nil,
            concern: BrowserConcern? = nil
        ) {
            self.kind = kind
            self.rule = rule
            self.message = message
            self.face = face
            self.code = code ?? kind.code
            self.concern = concern
        }
    }

    /// The container and outline format; `nil` if it was not recognized.
    package var format: FontFormat?
    /// The faces, in the order of their indexes; empty if the font was refused.
    package var faces: [FaceDescription]
    /// The findings.
    package var findings: [Finding]
    /// The estimated time for fontconfig to scan the file, in microseconds on a typical machine; based on the content.
    package var scanCost: Int
    /// The faces, with the names that reports use, as far as they could be read; also for a font that was refused.
    package var examined: [ExaminedFace] = []
    /// The opinions of all validators, including those that gave none.
    package var opinions: [Opinion] = []

    /// Creates a verdict.
    package init(
        format: FontFormat?, faces: [FaceDescription], findings: [Finding], scanCost: Int,
        examined: [ExaminedFace] = [], opinions: [Opinion] = []
    ) {
        self.format = format
        self.faces = faces
        self.findings = findings
        self.scanCost = scanCost
        self.examined = examined
        self.opinions = opinions
    }

    /// The finding for which the font is refused, if any.
    package var refusal: Finding? { findings.first { $0.kind != .warning } }

    /// The first finding for which web browsers will not show the font although it is not refused.
    package var browserConcern: Finding? { findings.first { $0.concern != nil } }
}

/// A face of an examined file, whether or not the file passed.
package struct ExaminedFace: Sendable, Hashable {
    /// The outline format; `nil` if it could not be determined.
    package var format: FontFormat?
    /// The PostScript name; `nil` if it could not be read or must not be shown.
    package var name: String?

    /// Creates a face.
    package init(format: FontFormat?, name: String?) {
        self.format = format
        self.name = name
    }
}

/// A directory that fontconfig scans.
package struct SystemFontDirectory: Sendable, Hashable {
    /// The absolute path.
    package var path: String
    /// The modification time in nanoseconds since 1970.
    package var modificationNanoseconds: Int64

    /// Creates a directory.
    package init(path: String, modificationNanoseconds: Int64) {
        self.path = path
        self.modificationNanoseconds = modificationNanoseconds
    }
}

/// A face, as described in fontconfig's cache of a system directory.
package struct SystemFontFace: Sendable, Equatable {
    /// The absolute path of the file.
    package var path: String
    /// The container and outline format, if it is one that we support.
    package var format: FontFormat?
    /// The description of the face from the cache.
    package var face: FaceDescription

    /// Creates a face.
    package init(path: String, format: FontFormat?, face: FaceDescription) {
        self.path = path
        self.format = format
        self.face = face
    }
}

/// The result of a worker's test of its own profile.
package struct SandboxReport: Sendable, Hashable {
    /// The profile.
    package var mode: InspectionMode
    /// The attempts.
    package var attempts: [SandboxAttempt]
    /// The version of the kernel's Landlock; 0 if the kernel has none.
    package var landlockVersion: Int
    /// The validators that would currently be asked about a font, and why others would not.
    package var opinions: [Opinion]

    /// Creates a report.
    package init(
        mode: InspectionMode, attempts: [SandboxAttempt], landlockVersion: Int = 0, opinions: [Opinion]
    ) {
        self.mode = mode
        self.attempts = attempts
        self.landlockVersion = landlockVersion
        self.opinions = opinions
    }
}
