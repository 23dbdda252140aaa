internal import BusInterface
internal import CPNG
internal import DBus
internal import EventLoop
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport

extension Benchmarks {
    private static var pictureRounds: Int { 30 }
    private static var coldPictures: Int { 10 }
    /// One of those that all benchmarks register.
    private static var registeredFamily: String { "Noto Sans" }
    /// 40 characters, which fill a good part of the frame.
    private static var pictureText: String { "Forty characters of text for a picture.." }

    /// Draws masks, a page of glyphs, and a line as a whole process beside `hb-view`.
    func measurePictures() async throws {
        report.head("Pictures")
        let font = singles[0]
        let desktop = try await BusConnection.open(.address(full.bus.address), on: EventLoop(name: "pictures"))
        try await measureMasks(Rendering1Client(desktop), font)
        try await measureSpecimens(Rendering1Client(desktop), font)
        try measurePreviews(font)
        await desktop.close()
        await desktop.loop.stop()
    }

    private static func open(_ path: String) throws -> BusVariant {
        BusVariant(try OwnedFileDescriptor.reading(path))
    }

    private func measureMasks(_ rendering: Rendering1Client, _ font: String) async throws {
        func mask(
            _ format: String, file: Bool = false
        ) async throws -> (time: Duration, picture: OwnedFileDescriptor) {
            let wanted = try file ? ["file": Self.open(font)] : ["family": BusVariant(Self.registeredFamily)]
            let attributes = [wanted.merging(["size": BusVariant(88.0)]) { $1 }]
            let frame = ["width": BusVariant(1920.0), "height": BusVariant(1080.0)]
            let start = ContinuousClock.now
            let answer = try await rendering.mask(
                text: Self.pictureText, attributes: attributes, frame: frame, options: ["format": BusVariant(format)])
            let time = start.duration(to: .now)
            guard try answer.measures["width"]?.converted(to: UInt32.self) == 1920 else {
                throw BenchmarkFailure("The mask has another size.")
            }
            return (time, answer.picture)
        }
        var (cold, ready) = (Samples(.milliseconds), Samples(.milliseconds))
        var handedOver = Samples(.milliseconds)
        var (compressed, control) = (Samples(.milliseconds), Samples(.milliseconds))
        for _ in 0..<Self.coldPictures {
            // The next one has to be started.
            for worker in ProcessFacts(processID: full.daemon.processID).descendants() where worker.isDrawing {
                worker.kill()
                while !worker.hasEnded { try await pause() }
            }
            cold.append(try await mask("raw").time)
        }
        for round in 0..<Self.pictureRounds {
            let (raw, png) = (try await mask("raw"), try await mask("png"))
            let ofFile = try await mask("raw", file: true)
            guard round >= Self.pictureRounds / 10 else { continue }
            ready.append(raw.time)
            handedOver.append(ofFile.time)
            compressed.append(png.time)
            control.append(try Self.timeOfLibrary(encoding: raw.picture, width: 1920, height: 1080))
        }
        report.add("mask-cold", "a mask of 1920x1080, with a new worker", cold, aim: .atMost(15))
        report.add("mask", "a mask of 1920x1080, with a worker that is there", ready, aim: .atMost(3))
        report.add("mask-file", "the same with a font that is handed over", handedOver)
        report.add(
            "mask-png", "the same as PNG", compressed, against: ("libpng's encoding of it", control),
            compressed.median / control.median, aim: .atMost(1.5))
    }

    /// How long libpng takes for the same picture.
    private static func timeOfLibrary(
        encoding picture: OwnedFileDescriptor, width: Int, height: Int
    ) throws -> Duration {
        var pixels = [UInt8](repeating: 0, count: width * height)
        guard pread(picture.rawValue, &pixels, pixels.count, 0) == pixels.count else {
            throw BenchmarkFailure("The picture has too few bytes.")
        }
        var file = [UInt8](repeating: 0, count: width * height + height + 4096)
        var size = file.count
        let start = ContinuousClock.now
        let isWritten = typecase_png_write(UInt32(width), UInt32(height), 1, pixels, &file, &size)
        guard isWritten != 0 else { throw BenchmarkFailure("libpng fails.") }
        return start.duration(to: .now)
    }

    private func measureSpecimens(_ rendering: Rendering1Client, _ font: String) async throws {
        var pages = Samples(.milliseconds)
        for round in 0..<Self.pictureRounds {
            let fonts = [["file": try Self.open(font)]]
            let start = ContinuousClock.now
            _ = try await rendering.specimen(
                fonts: fonts, kind: "glyphs",
                options: ["sizes": BusVariant([64.0]), "page_size": BusVariant(UInt32(256))])
            guard round >= Self.pictureRounds / 10 else { continue }
            pages.append(start.duration(to: .now))
        }
        report.add("specimen", "a page of 256 glyphs of 64 pixels, as PNG", pages, aim: .atMost(100))
    }

    private func measurePreviews(_ font: String) throws {
        let directory = full.home.scratch.path
        var (ours, theirs) = (Samples(.milliseconds), Samples(.milliseconds))
        for round in 0..<Self.pictureRounds {
            let preview = try TimedProgram.run(
                [
                    "\(programs)/typecase", "preview", font, "--text", Self.pictureText, "--size", "48", "-o",
                    "\(directory)/preview-\(round).png",
                ], environment: full.environment)
            let view = try TimedProgram.run(
                [
                    "/usr/bin/hb-view", "--font-size=48", "-O", "png", "-o", "\(directory)/view-\(round).png", font,
                    Self.pictureText,
                ], environment: full.environment)
            guard round >= Self.pictureRounds / 10 else { continue }
            ours.append(preview)
            theirs.append(view)
        }
        report.add(
            "preview", "typecase preview of a line, the whole process", ours, against: ("hb-view", theirs),
            ours.median / theirs.median, aim: .atMost(2))
    }
}
