internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import Glibc
internal import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import TestSupport

extension Benchmarks {
    /// How many applications change their icon once each: one may do so once a second.
    private static var iconApplications: Int { 12 }

    /// Measures a change of an icon beside the work that the sandbox has with its picture, and beside writing the same files
    /// durably.
    func measureIcons() async throws {
        report.head("A change of the icon of an application, to the reply")
        let svg = Array(
            """
            <svg xmlns='http://www.w3.org/2000/svg' width='128' height='128'><circle cx='64' cy='64' r='60' fill='navy'/>\
            </svg>
            """.utf8)
        let digest = try SealedMemory(bytes: svg).digest.hexadecimal
        let home = empty.home
        let ids = (0..<Self.iconApplications).map { "org.example.Icon\($0)" }
        for id in ids {
            try home.scratch.write(svg, to: "share/typecase/assets/\(id)/a.svg")
            let icons = #"[{"name": "a", "files": "a.svg", "sha256": "\#(digest)"}, {"name": "b", "icon": "\#(id).b"}]"#
            try home.scratch.write(
                #"{"version": 2, "id": "\#(id)", "name": "Icon", "alternate-icons": \#(icons)}"#,
                to: "share/typecase/providers/\(id).json")
            try home.scratch.write(
                "[Desktop Entry]\nType=Application\nName=Icon\nExec=true\nIcon=\(id)\n",
                to: "share/applications/\(id).desktop")
        }
        let pool = FontInspector(
            configuration: .programs(in: programs, environment: [:]),
            threads: BlockingThreads(name: "icons", maximumCount: 2))
        var (pictureWork, control, whole) = (Samples(.milliseconds), Samples(.milliseconds), Samples(.milliseconds))
        let desktop = try await BusConnection.open(.address(empty.bus.address), on: EventLoop(name: "desktop"))
        let management = Management1Client(desktop)
        let clock = ContinuousClock()
        // The first of each pays for the start of a worker.
        for id in ids {
            let picture = try SealedMemory(bytes: svg)
            var start = clock.now
            let pictures = try await pool.icon(picture, for: .user)
            pictureWork.append(start.duration(to: clock.now))
            start = clock.now
            for picture in pictures { try Self.writeDurably(picture.png, to: home.scratch["plain-\(picture.size)"]) }
            control.append(start.duration(to: clock.now))
            start = clock.now
            try await management.setAlternateIcon(application: id, name: "a", options: [:])
            whole.append(start.duration(to: clock.now))
        }
        let beside = whole.median - pictureWork.median
        report.add("icon-picture", "the sandbox draws all sizes of an SVG", pictureWork)
        report.add(
            "icon-change", "the change, besides that", whole, against: ("writing the pictures durably", control),
            beside,
            unit: "ms", aim: .atMost(20))
        _ = try await management.resetAlternateIcons(application: "", options: [:])
        await pool.shutdown()
        await desktop.close()
        await desktop.loop.stop()
    }

    /// Writes a file as any program does that wants it to last.
    private static func writeDurably(_ bytes: [UInt8], to path: String) throws {
        let file = OwnedFileDescriptor(adopting: open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        guard write(file.rawValue, bytes, bytes.count) == bytes.count, fsync(file.rawValue) == 0 else {
            throw BenchmarkFailure("A file cannot be written.")
        }
    }
}
