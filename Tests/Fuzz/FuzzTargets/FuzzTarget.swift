internal import Archives
internal import DBus
internal import FetchProtocol
internal import FontModel
internal import InspectionProtocol
internal import ProviderManifests
internal import SFNT
internal import TestSupport
import WorkerProtocol

/// A decoder that reads bytes from strangers, and what must hold whatever they are.
///
/// Nothing may trap, hang or take memory without bound; what is said to hold besides is checked by ``run(_:)``.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The reader of font files.
    case font
    /// The decoder of what goes between the daemon and its workers.
    case report
    /// The decoder of the arguments of messages on the bus.
    case bus
    /// The reader of the manifests of providers.
    case manifest
    /// The decoder of what goes between the daemon and the downloader.
    case fetch
    /// The reader of addresses on the web, which callers and servers give.
    case address
    /// The reader of archives.
    case archive
    /// What draws with font files, and the decoder of what goes between it and the daemon.
    case drawing
    /// The reader of the markup of drawings in fonts.
    case markup

    /// Something that should hold does not.
    package struct Contradiction: Error, Sendable, CustomStringConvertible {
        /// What does not hold.
        package let description: String
    }

    /// Decodes bytes.
    ///
    /// - Parameter bytes: Anything.
    /// - Throws: ``Contradiction`` where the result cannot be.
    package func run(_ bytes: [UInt8]) throws(Contradiction) {
        switch self {
        case .font: try Self.runFont(bytes)
        case .report: try Self.runReport(bytes)
        case .bus: _ = try? MessageDecoding.arguments(ofMessage: bytes)
        case .manifest: try Self.runManifest(bytes)
        case .fetch: try Self.runFetch(bytes)
        case .address: try Self.runAddress(bytes)
        case .archive: try Self.runArchive(bytes)
        case .drawing: try Self.runDrawing(bytes)
        case .markup: _ = try? DrawingMarkup(bytes.span.bytes)
        }
    }

    /// Why the reader of font files refuses one.
    ///
    /// - Parameter font: A font file.
    /// - Returns: The reason; `nil` for a font that it takes.
    package static func refusal(of font: [UInt8]) -> String? { FontReader.inspect(font.span.bytes).refusal?.message }

    /// Good inputs to start from.
    ///
    /// - Returns: The inputs.
    /// - Throws: What kept them from being made.
    package func seeds() throws -> [[UInt8]] {
        switch self {
        case .font: Self.fonts
        case .report:
            try Self.fonts.map { try InspectionWire.encode(.inspection(FontReader.inspect($0.span.bytes))) } + [
                InspectionWire.encode(.systemFaces(directory: "/usr/share/fonts", offset: 0, limit: 256)),
                InspectionWire.encode(.warm(directories: ["/home/a/fonts", "/home/b"])),
                InspectionWire.encode(.warmed(patternCounts: [1, 2, 3])),
                InspectionWire.encode(.failed(.refused("a reason"))),
                InspectionWire.encode(.failed(.crashed(signal: 11))),
            ] + Self.replies.map { try InspectionWire.encode($0) }
        case .manifest: [Array(Self.manifestText.utf8)]
        case .fetch: try FetchSeeds.records()
        case .address: FetchSeeds.addresses.map { Array($0.utf8) }
        case .archive: try ArchiveSeeds.all()
        case .drawing: try Self.drawingSeeds()
        case .markup: Self.markups.map { Array($0.utf8) }
        case .bus:
            [
                try MessageDecoding.message(with: [.string("persistent"), .boolean(true), .uint64(7)]),
                try MessageDecoding.message(with: [
                    .array(element: "s", [.string("a"), .string("b")]), .structure([.byte(1), .double(2.5)]),
                    .variant(.array(element: "v", [.variant(.int16(-3)), .variant(.objectPath("/a/b"))])),
                ]),
            ]
        }
    }

    /// An answer to each question that is not about a font's content.
    private static var replies: [InspectionReply] {
        let face = SystemFontFace(
            path: "/usr/share/fonts/a.ttf", format: .truetype,
            face: FaceDescription(index: 0, postscriptName: "A-Regular", family: "A", languages: ["en", "de"]))
        let attempts = ["open-read", "fork"].map { SandboxAttempt(action: $0, isDenied: true) }
        let silent = Opinion(.freetype, version: "2.12.1", silence: "refused before")
        return [
            .systemFaces([face], total: 7),
            .systemDirectories([SystemFontDirectory(path: "/usr/share/fonts", modificationNanoseconds: 1 << 60)]),
            .secondOpinion(SecondOpinion(.rejected(reason: "OS/2: missing required table"), version: "8.2.1")),
            .secondOpinion(SecondOpinion(.unheard("not installed"), version: "")),
            .conversion(.font([0, 1, 0, 0])), .conversion(.refused(.limit, message: "It would be too large.")),
            .selfTest(
                SandboxReport(mode: .inspect, attempts: attempts, landlockVersion: 4, opinions: [.own, silent])),
        ]
    }

    private static let fonts: [[UInt8]] = {
        var rich = FontBuilder(family: "Rich", style: "Light")
        rich.characters = "ABC äöü 字🙂"
        rich.scripts = ["DFLT", "latn"]
        rich.extraNames = [.init(id: 1, language: 0x0411, value: "豊か")]
        var variable = FontBuilder(family: "Variable")
        variable.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 1, defaultValue: 400, maximum: 900)]
        variable.namedInstances = [NamedInstance(name: "Bold", postscriptName: nil, coordinates: [700])]
        return [FontBuilder().build(), rich.build(), variable.build(), FontBuilder.collection([rich, variable])]
            + [SampleTables.compact, SampleTables.layout, SampleTables.color, formulas].map { $0.build() }
            + FontSeeds.all
    }()

    private static var formulas: FontBuilder {
        var font = FontBuilder(family: "Formulas")
        font.tableOverrides = ["BASE": SampleTables.baselines, "MATH": SampleTables.formulas]
        return font
    }

    private static let markups = [
        "<?xml version='1.0' encoding='UTF-8'?><svg><g id='glyph1'><use href='#a'/><use href='#b'/></g><path id='a'/></svg>",
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg a='&a;'><style><![CDATA[a{fill:url(#b)}]]></style><!-- c --></svg>",
        "<svg><pattern id='b' fill='url(#c)'/><image href='data:,&#x41;'/><g onclick='1' style='fill: url( \"d\" )'/></svg>",
    ]

    private static let manifestText = """
        {
          "version": 1, "id": "org.example.A", "name": "Gie\\u00dferei 🙂", "rights": ["install-fonts"],
          "fonts": [{"file": "a/b.ttf", "sha256": "\(String(repeating: "0a", count: 32))", "tags": ["x"], "name": "B"}],
          "launch-fonts": ["c.ttf"], "alternate-icons": [{"name": "d", "icon": "org.example.A.d"}],
          "quota": {"fonts": 10, "bytes": 100000}, "x-more": [1.5e3, -2, true, null]
        }
        """

    /// A manifest is sound or has faults, and leads nowhere but below its directory.
    private static func runManifest(_ bytes: [UInt8]) throws(Contradiction) {
        let reading = ManifestReading(bytes, fileName: nil)
        guard (reading.manifest == nil) == !reading.faults.isEmpty else {
            throw Contradiction(description: "a manifest is sound with faults, or none without any")
        }
        let paths = (reading.manifest?.fonts.map(\.file) ?? []) + (reading.manifest?.launchFonts ?? [])
        guard !paths.contains(where: { $0.parts.contains("..") || $0.text.hasPrefix("/") }) else {
            throw Contradiction(description: "a path leads out of its directory")
        }
    }

    /// A verdict refuses and describes nothing, or describes what goes to the daemon as it is.
    private static func runFont(_ bytes: [UInt8]) throws(Contradiction) {
        let inspection = FontReader.inspect(bytes.span.bytes)
        guard (inspection.refusal == nil) == !inspection.faces.isEmpty else {
            throw Contradiction(description: "a font passes without faces, or is refused with some")
        }
        // What is too long for a record becomes another one; whatever fits must come out as it went in.
        guard let record = try? InspectionWire.encode(.inspection(inspection)) else { return }
        guard case .inspection(let decoded)? = try? InspectionWire.decodeReply(record), decoded == inspection else {
            throw Contradiction(description: "a verdict changes on its way")
        }
    }

    private static func runReport(_ bytes: [UInt8]) throws(Contradiction) {
        if let job = try? InspectionWire.decodeJob(bytes) {
            guard (try? InspectionWire.decodeJob(InspectionWire.encode(job))) == job else {
                throw Contradiction(description: "a job does not encode again")
            }
        }
        if let reply = try? InspectionWire.decodeReply(bytes) {
            guard (try? InspectionWire.decodeReply(InspectionWire.encode(reply))) == reply else {
                throw Contradiction(description: "a reply does not encode again")
            }
        }
    }

    private static func runFetch(_ bytes: [UInt8]) throws(Contradiction) {
        if let report = try? FetchWire.decodeReport(bytes) {
            guard (try? FetchWire.decodeReport(FetchWire.encode(report))) == report else {
                throw Contradiction(description: "a report on a download does not encode again")
            }
        }
        if let job = try? FetchWire.decodeJob(bytes) {
            guard (try? FetchWire.decodeJob(FetchWire.encode(job))) == job else {
                throw Contradiction(description: "a job of the downloader does not encode again")
            }
        }
    }

    /// An address has one spelling, no fragment and nobody's name in it, and none leads back to plain text.
    private static func runAddress(_ bytes: [UInt8]) throws(Contradiction) {
        let text = String(decoding: bytes, as: UTF8.self)
        let schemes = Set(RemoteScheme.allCases)
        guard let address = try? RemoteAddress(text, schemes: schemes) else { return }
        guard (try? RemoteAddress(address.text, schemes: schemes)) == address else {
            throw Contradiction(description: "an address is another one when it is read again")
        }
        let rest = address.text.dropFirst("\(address.scheme.rawValue)://".count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let hasHost = authority.lowercased().hasPrefix(address.host) && !address.host.isEmpty
        guard address.text.hasPrefix("\(address.scheme.rawValue)://"), hasHost, !rest.contains("#"),
            !authority.contains("@"), address.text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { throw Contradiction(description: "an address is not what was read of it") }
        for scheme in RemoteScheme.allCases {
            guard let target = try? FetchSeeds.start(scheme).redirected(to: text, schemes: schemes) else { continue }
            guard target == address, scheme == .http || target.scheme == .https else {
                throw Contradiction(description: "a server leads back to plain text")
            }
        }
    }
}
