import FontModel
import InspectionProtocol
import WorkerProtocol

/// One reply of each kind, with every field away from its default.
enum SampleReplies {
    static let all: [InspectionReply] = [
        .inspection(FontInspection(format: .truetype, faces: [face], findings: [finding], scanCost: 420)),
        .inspection(
            FontInspection(
                format: nil, faces: [], findings: [finding, relaxed], scanCost: 0,
                examined: [ExaminedFace(format: .cff, name: "Sample-Bold"), ExaminedFace(format: nil, name: nil)],
                opinions: [Opinion(.freetype, version: "2.12.1"), Opinion(.ots, version: "", silence: "not installed")])
        ),
        .warmed(patternCounts: [0, 1, 65_536]),
        .systemDirectories([SystemFontDirectory(path: "/usr/share/fonts", modificationNanoseconds: -1)]),
        .systemFaces(
            [
                SystemFontFace(path: "/usr/share/fonts/a.ttf", format: .cff2, face: face),
                SystemFontFace(path: "/usr/share/fonts/b", format: nil, face: FaceDescription(index: 63)),
            ], total: 3000),
        .selfTest(
            SandboxReport(
                mode: .systemFaces,
                attempts: [.init(action: "socket", isDenied: true), .init(action: "open-read", isDenied: false)],
                landlockVersion: 7, opinions: [Opinion(.typecase, version: "1")])),
        .secondOpinion(SecondOpinion(.accepted, version: "8.2.1")),
        .secondOpinion(SecondOpinion(.rejected(reason: "OS/2: missing"), version: "")),
        .secondOpinion(SecondOpinion(.unheard("not installed"), version: "")),
        .conversion(.font([0, 1, 0, 0])), .conversion(.refused(.limit, message: "too large")),
        .archive(.refused(.invalid, message: "damaged")), .archive(.unpacked(contents)),
        .icon(.refused(.limit, message: "too large")), .icon(.pictures([IconPicture(size: 16, png: [1, 2, 3])])),
        .failed(.crashed(signal: 11)), .failed(.timedOut), .failed(.noReport),
        .failed(.outOfProcessorTime), .failed(.outOfMemory),
        .failed(.refused("the directory cannot be read")), .failed(.notWritten(errno: 28)),
    ]

    private static let finding = FontInspection.Finding(
        kind: .warning, rule: "'cmap' table usability", message: "two subtables")

    private static let contents = ArchiveContents(
        entries: [
            .init(path: Array("a/b.ttf".utf8), content: .listed),
            .init(path: [0xC3, 0xE4], content: .refused(.limit, message: "too large")),
            .init(path: [0x61], content: .unpacked(offset: 1 << 33, size: 0, faces: [])),
            .init(
                path: [0x62],
                content: .unpacked(
                    offset: 7, size: 8,
                    faces: [
                        ArchivedFace(
                            format: .cff, postscriptName: "A-Bold", family: "A", weight: 700, width: 87.5,
                            slant: .italic,
                            axes: ["wght"], namedInstances: 9),
                        ArchivedFace(
                            format: nil, postscriptName: "", family: "", weight: 400, width: 100, slant: .upright,
                            axes: [], namedInstances: 0),
                    ])),
        ], otherFiles: 12)

    private static let relaxed = FontInspection.Finding(
        kind: .invalid, rule: "'name' table usability", message: "a control", face: 63, code: .relaxedSpecification)

    private static let face: FaceDescription = {
        var coverage = CharacterCoverage()
        for scalar in "Aé字🙂".unicodeScalars { coverage.insert(scalar) }
        return FaceDescription(
            index: 3, postscriptName: "Sample-Bold", family: "Sample", typographicFamily: "Sample Sans",
            style: "Bold", fullName: "Sample Bold",
            names: [
                LocalizedName(kind: .family, language: "und", value: "Sample"),
                LocalizedName(kind: .typographicStyle, language: "de-CH", value: "fett"),
            ],
            weight: 712.5, width: 87.5, slant: .oblique, isMonospace: true, languages: ["en", "zh-TW"],
            scripts: ["latn", "DFLT"], coverage: coverage,
            axes: [
                VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900),
                VariationAxis(tag: "opsz", minimum: 8, defaultValue: 12, maximum: 72),
            ],
            namedInstances: [
                NamedInstance(name: "Light", postscriptName: "Sample-Light", coordinates: [300, 12]),
                NamedInstance(name: "Black", postscriptName: nil, coordinates: [900, 12]),
            ],
            colorTables: ["COLR"], version: "Version 1.5\nbeta", revision: 0x0001_8000, foundry: "TEST",
            licence: "Free\tof charge", embedding: .restricted, glyphCount: 65_535)
    }()
}
