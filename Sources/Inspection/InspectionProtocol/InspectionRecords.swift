package import FontModel
package import WorkerProtocol

/// What the daemon asks of the worker: one record per job, small and bounded.
package enum InspectionJob: Sendable, Equatable {
    /// Examine the font in the sealed memfd that comes with the record.
    case inspect
    /// Try whether the libraries that programs use can show the font in the sealed memfd that comes with the record,
    /// whatever our own checks say.
    case trial
    /// Bring fontconfig's caches of these directories up to date, in this order. Absolute paths.
    case warm(directories: [String])
    /// List the directories that fontconfig scans outside ``excluding``, with their times.
    case systemDirectories(excluding: [String])
    /// Describe the faces of one directory as fontconfig's cache has them, `limit` patterns from number `offset` on.
    case systemFaces(directory: String, offset: Int, limit: Int)
    /// Name the families that programs get where they ask for none in particular.
    case defaultFamilies
    /// Have the OpenType Sanitizer judge the font in the sealed memfd that comes with the record.
    case secondOpinion
    /// Expand the web font in the sealed memfd that comes with the record.
    case convert
    /// Unpack the archive whose descriptor comes with the record into the file that comes with it as well.
    case unpack(ArchiveRequest)
    /// Measure and draw text with the fonts that come with the record, and after it: `fileCount` of them in all.
    ///
    /// The request is for others to read, and so is the reply.
    case draw(request: [UInt8], fileCount: Int)
    /// Make pictures of an icon theme of the picture in the sealed memfd that comes with the record.
    case icon
    /// Try what the mode's profile forbids and report what was denied.
    case selfTest
}

extension InspectionJob {
    /// The families that fontconfig always has an answer for.
    package static let genericFamilies = ["sans-serif", "serif", "monospace", "system-ui"]

    /// How many descriptors follow the record, each with a byte of its own, beside the two that come with the frame.
    package var followingDescriptors: Int {
        guard case .draw(_, let fileCount) = self else { return 0 }
        return max(0, fileCount - 1)
    }
}

/// The worker's profiles; a process has one for life.
package enum InspectionMode: String, Sendable, Hashable, CaseIterable {
    /// Parses untrusted bytes: opens nothing, executes nothing.
    case inspect
    /// Writes fontconfig's caches of our own directories.
    case warm
    /// Reads fontconfig's caches of all other directories.
    case systemFaces = "system-faces"
    /// Executes the OpenType Sanitizer on untrusted bytes: reads that program and its libraries, nothing else.
    case secondOpinion = "second-opinion"
    /// Expands untrusted web fonts: opens nothing, executes nothing. For the command line, which starts its own workers.
    case convert
    /// Unpacks untrusted archives: opens nothing, executes nothing. For the command line, which starts its own workers.
    case archive
    /// Decodes untrusted pictures of icons and encodes them again: opens nothing, executes nothing.
    case icon

    /// Draws with untrusted fonts: opens nothing, executes nothing, makes no thread.
    case render

    /// The modes whose workers the service needs.
    package static let ofService: [InspectionMode] = [.inspect, .warm, .systemFaces, .secondOpinion, .render]

    /// Whether jobs of the mode open files; the others have what comes with them.
    package var opensFiles: Bool {
        switch self {
        case .inspect, .convert, .archive, .render, .icon: false
        case .warm, .systemFaces, .secondOpinion: true
        }
    }
}

/// What the worker answers.
package enum InspectionReply: Sendable, Equatable {
    /// The font passed or was refused; see ``FontInspection``.
    case inspection(FontInspection)
    /// Why the libraries that programs use cannot show the font; `nil` where they can.
    case trial(failure: String?)
    /// The directories are warm; how many patterns each now has, in the order asked.
    case warmed(patternCounts: [Int])
    /// The directories fontconfig scans.
    case systemDirectories([SystemFontDirectory])
    /// Faces of one directory; `total` patterns in all.
    case systemFaces([SystemFontFace], total: Int)
    /// What fontconfig gives for the generic families, in the order of ``InspectionJob/genericFamilies``.
    case defaultFamilies([String])
    /// What the OpenType Sanitizer makes of the font.
    case secondOpinion(SecondOpinion)
    /// What became of a web font.
    case conversion(FontConversion)
    /// What became of an archive.
    case archive(ArchiveOutcome)
    /// What came of measuring and drawing, for others to read.
    case drawing([UInt8])
    /// What became of a picture of an icon.
    case icon(IconOutcome)
    /// What the profile denied.
    case selfTest(SandboxReport)
    /// The job's process ended without an answer.
    case failed(InspectionFailure)
}

/// Why a job has no answer, which costs that job only.
package enum InspectionFailure: Sendable, Hashable {
    /// A signal killed it.
    case crashed(signal: Int32)
    /// It took longer than the mode's wall-clock limit.
    case timedOut
    /// It used up the mode's limit of processor time.
    case outOfProcessorTime
    /// The kernel ended it because memory ran out, the unit's or the machine's.
    case outOfMemory
    /// It exited without a report, or its report was malformed or too long.
    case noReport
    /// The job could not be done for a reason the worker names, such as an unreadable directory.
    case refused(String)
    /// The job could not be done because the system lets nothing be written, as on a full disk.
    case notWritten(errno: Int32)
}

/// The verdict on one font file and, if it passed, what is in it.
package struct FontInspection: Sendable, Equatable {
    /// One thing found wrong.
    package struct Finding: Sendable, Hashable {
        /// The kind of a finding; the first of each is a refusal but for ``warning``.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Not an sfnt file of a kind we accept.
            case unrecognizedFormat
            /// An sfnt file that breaks a rule.
            case invalid
            /// A cap of ``FontLimits`` is exceeded.
            case limit
            /// Worth knowing, no reason to refuse.
            case warning

            /// What a finding of the kind usually means.
            package var code: ValidationCode {
                switch self {
                case .unrecognizedFormat: .formatNotInstallable
                case .invalid: .specificationViolation
                case .limit: .relaxedMemorySafety
                case .warning: .warning
                }
            }
        }

        /// The rule that files break of which nothing can be told.
        package static let parsability = "Font basic parsability"
        /// The rule that files break which are too large to be examined.
        package static let fileSize = "File size"

        /// The kind.
        package var kind: Kind
        /// The rule that was broken, such as `'cmap' table usability`.
        package var rule: String
        /// What exactly was found, without text from the font unless escaped.
        package var message: String
        /// The number of the face it was found in; `nil` where it concerns the whole file.
        package var face: Int?
        /// How grave it is.
        package var code: ValidationCode
        /// What of it only web browsers mind, of a warning; `nil` where it is about something else.
        package var concern: BrowserConcern?

        /// Creates a finding.
        ///
        /// - Parameters:
        ///   - kind: The kind.
        ///   - rule: The rule that was broken.
        ///   - message: What exactly was found.
        ///   - face: The number of the face it was found in.
        ///   - code: How grave it is; `nil` for what the kind usually means.
        ///   - concern: What of it only web browsers mind.
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

    /// The container and outline format; `nil` where it was not recognised.
    package var format: FontFormat?
    /// The faces, in the order of their indexes; empty where the font was refused.
    package var faces: [FaceDescription]
    /// What was found.
    package var findings: [Finding]
    /// What fontconfig will need to scan the file, in microseconds on a typical machine: an estimate from the content.
    package var scanCost: Int
    /// The faces by what reports call them, also of a font that was refused; as far as they could be read.
    package var examined: [ExaminedFace] = []
    /// Who was to be heard, and who was.
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

    /// The finding for which the font is refused, if it is.
    package var refusal: Finding? { findings.first { $0.kind != .warning } }

    /// The first finding for which web browsers will not show a font that is not refused.
    package var browserConcern: Finding? { findings.first { $0.concern != nil } }
}

/// A face of a file that was examined, whatever came of it.
package struct ExaminedFace: Sendable, Hashable {
    /// The outline format; `nil` where it could not be told.
    package var format: FontFormat?
    /// The PostScript name; `nil` where it could not be read or is not fit to be shown.
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

/// A face as fontconfig's cache of a system directory describes it.
package struct SystemFontFace: Sendable, Equatable {
    /// The absolute path of the file.
    package var path: String
    /// The container and outline format, where it is one of ours.
    package var format: FontFormat?
    /// What the cache tells of the face.
    package var face: FaceDescription

    /// Creates a face.
    package init(path: String, format: FontFormat?, face: FaceDescription) {
        self.path = path
        self.format = format
        self.face = face
    }
}

/// What a worker found its own profile to deny.
package struct SandboxReport: Sendable, Hashable {
    /// The profile.
    package var mode: InspectionMode
    /// What was tried.
    package var attempts: [SandboxAttempt]
    /// The version of the kernel's Landlock, 0 where it has none.
    package var landlockVersion: Int
    /// Who would be heard on a font that came now, and why others would not.
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
