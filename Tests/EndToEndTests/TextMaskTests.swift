internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing
@testable internal import Typecase

/// Text is measured and drawn by the real service and its sandboxed worker.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct TextMaskTests {
    private func register(_ family: String, with daemon: RunningDaemon) async throws {
        let font = try SealedMemory(bytes: makeFont(family)).descriptor
        let answer = try await daemon.manager.registerFonts(
            fonts: [font], scope: "persistent", enabled: true, options: [:])
        try #require(answer.results.first?["error"] == nil, "\(answer.results)")
    }

    @Test("A mask has the user's size, is kept, and is made again once the size or the fonts have changed")
    func cache() async throws {
        try await RunningDaemon.run { daemon in
            try await register("Mask Face", with: daemon)
            let cache = TextMaskCache(manager: daemon.fontManager)
            var changes = await cache.changes().makeAsyncIterator()
            var mask = TextMask("ABC")
            mask.runs[0].font = FontDescriptor(familyName: "Mask Face")
            let before = try await mask.picture(cache: cache)
            // Nothing but empty room and the boxes of the font.
            #expect(before.withBytes { bytes in bytes.contains(255) && bytes.contains(0) })
            #expect(before.measures.lineCount == 1 && before.measures.fittedLength == 3)
            #expect(try await mask.picture(cache: cache).measures == before.measures)
            try await daemon.management.setTextSize(
                application: "", category: "accessibility-extra-large", options: [:])
            _ = await changes.next()
            let after = try await mask.picture(cache: cache)
            #expect(after.measures.suggestedHeight > before.measures.suggestedHeight)
            try await register("Other Face", with: daemon)
            _ = await changes.next()
            #expect(try await mask.measures(cache: cache).generation > after.measures.generation)
        }
    }

    @Test("Pictures take at most the bytes that the cache may have, and those used last are kept")
    func budget() async throws {
        try await RunningDaemon.run { daemon in
            try await register("Large Face", with: daemon)
            // Room for two.
            let cache = TextMaskCache(manager: daemon.fontManager, byteLimit: 100 * 100 * 5 / 2)
            let masks = ["A", "B", "C"].map { TextMask([.init($0, font: FontDescriptor(familyName: "Large Face"))]) }
            let frame = TextMask.Frame(width: 100, height: 100)
            for mask in masks { _ = try await mask.picture(in: frame, cache: cache) }
            #expect(await cache.count == 2)
            _ = try await masks[0].picture(in: .init(width: 1000, height: 1000), cache: cache)
            #expect(await cache.count == 0, "one that is larger than all of the memory is not kept")
            // Measures take none.
            for mask in masks { _ = try await mask.measures(in: frame, cache: cache) }
            #expect(await cache.count == 3)
        }
    }

    @Test("Parts of a text have fonts and sizes of their own, and a frame says how much of it fits")
    func runs() async throws {
        try await RunningDaemon.run { daemon in
            try await register("Part Face", with: daemon)
            let font = FontDescriptor(familyName: "Part Face")
            let cache = TextMaskCache(manager: daemon.fontManager)
            var mask = TextMask([
                .init("ABC ", font: font, size: 20, textStyle: nil), .init("abc", font: font, size: 40, textStyle: nil),
            ])
            let whole = try await mask.measures(cache: cache)
            #expect(whole.fittedLength == 7 && whole.lineCount == 1 && whole.suggestedHeight >= 40, "\(whole)")
            mask.endsWithEllipsis = false
            let narrow = try await mask.measures(in: .init(width: 60, height: 30), cache: cache)
            #expect(narrow.fittedLength == 4 && narrow.suggestedHeight >= 60, "\(narrow)")
            mask.alignment = .right
            let picture = try await mask.picture(in: .init(width: 400, height: 100), cache: cache)
            #expect(picture.width == 400 && picture.height == 100 && picture.measures.textBox.x > 200)
            await #expect(throws: FontManagerError.self) {
                _ = try await mask.picture(in: .init(width: .nan), cache: cache)
            }
        }
    }

    @Test(
        "A font of the process is drawn with, though the service does not have it; without a service that is an error")
    func ofProcess() async throws {
        let home = try ScratchHome()
        let own = try home.scratch.write(makeFont("Own Face"), to: "app/own.ttf")
        let lines = [
            ["mask", "Own Face"], ["register", "process", own], ["mask", "Own Face"],
            // More parts than a message takes files.
            ["mask", "Own Face", "40"], ["unregister", "process", own], ["mask", "Own Face"],
        ]
        try await RunningDaemon.run(home: home) { daemon in
            let answers = try await ClientProgram.run(lines, environment: daemon.environment)
            #expect(answers[0].contains("NotRegistered") && answers[2] == "1 0 true", "\(answers)")
            #expect(answers[3] == "1 0 true" && answers[5] == answers[0], "\(answers)")
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
        }
        let answers = try await ClientProgram.run([["mask", "Own Face"]], environment: home.environment)
        #expect(answers[0].contains("ServiceUnavailable") && !answers[0].contains(". ."), "\(answers)")
    }

    @Test("A text that is asked for right after a change is not the one from before it")
    func ownChanges() async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.home.scratch.write(makeFont("Brief Face"), to: "brief.ttf")
            let manager = daemon.fontManager
            let cache = TextMaskCache(manager: manager)
            let mask = TextMask([.init("ABC", font: FontDescriptor(familyName: "Brief Face"))])
            // The signal may come before the next question; several times it hardly does.
            for _ in 0..<10 {
                let id = try await manager.registerFont(at: path).id
                _ = try await mask.picture(cache: cache)
                _ = try await manager.disableFonts(ids: [id])
                let error = await #expect(throws: FontManagerError.self) { _ = try await mask.picture(cache: cache) }
                #expect(error?.code == .notRegistered)
                _ = try await manager.unregisterFonts(at: [path])
            }
        }
    }

    @Test("Fonts that are handed over are drawn and not registered, and a damaged one costs its call only")
    func files() async throws {
        try await RunningDaemon.run { daemon in
            let client = Rendering1Client(daemon.connection)
            let file = try SealedMemory(bytes: makeFont("Handed Over")).descriptor
            let page = try await client.specimen(
                fonts: [["file": BusVariant(file), "label": BusVariant("Handed")]], kind: "glyphs", options: [:])
            let items = try page.details["items"]?.converted(to: UInt32.self)
            #expect(items == 7)
            #expect(SealedMemory.isSealed(page.picture))
            let twice = try await client.specimen(
                fonts: [["file": BusVariant(file)], ["file_of": BusVariant(UInt32(0))]], kind: "waterfall", options: [:]
            )
            #expect(try twice.details["items"]?.converted(to: UInt32.self) != 0)
            for wrong in [
                [["file_of": BusVariant(UInt32(0))]], [["id": BusVariant("x")], ["file_of": BusVariant(UInt32(0))]],
            ] {
                let error = await #expect(throws: BusError.self) {
                    _ = try await client.specimen(fonts: wrong, kind: "waterfall", options: [:])
                }
                #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs", "\(wrong)")
            }
            let damaged = try SealedMemory(bytes: Array(makeFont("Damaged").prefix(200))).descriptor
            let error = await #expect(throws: BusError.self) {
                _ = try await client.specimen(
                    fonts: [["file": BusVariant(damaged)]], kind: "waterfall", options: [:])
            }
            #expect(error?.typecaseName == "InvalidFontData")
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
        }
    }

    @Test(
        "What is too much or makes no sense is refused by its name",
        arguments: [
            ("alignment", "diagonal", "InvalidArgs"), ("scale", "0", "InvalidArgs"), ("format", "gif", "InvalidArgs"),
            ("width", "-1", "InvalidArgs"), ("width", "nan", "InvalidArgs"), ("width", "1e9", "ExceededResourceLimit"),
            ("size", "0", "InvalidArgs"), ("size", "1e6", "ExceededResourceLimit"),
            ("text", "1000000", "ExceededResourceLimit"), ("id", "unknown", "NotRegistered"),
        ])
    func refusals(key: String, value: String, error name: String) async throws {
        try await RunningDaemon.run { daemon in
            var attributes: [String: BusVariant] = [:]
            var frame: [String: BusVariant] = [:]
            var options: [String: BusVariant] = [:]
            var text = "a"
            switch key {
            case "width": frame["width"] = BusVariant(Double(value) ?? 0)
            case "size":
                try await register("Any Face", with: daemon)
                attributes = ["family": BusVariant("Any Face"), "size": BusVariant(Double(value) ?? 0)]
            case "id": attributes["id"] = BusVariant(value)
            case "scale": options["scale"] = BusVariant(Double(value) ?? 0)
            case "text": text = String(repeating: "a", count: Int(value) ?? 0)
            default: options[key] = BusVariant(value)
            }
            let error = await #expect(throws: BusError.self) {
                _ = try await Rendering1Client(daemon.connection).mask(
                    text: text, attributes: [attributes], frame: frame, options: options)
            }
            #expect(error?.name.hasSuffix(".\(name)") == true, "\(String(describing: error))")
        }
    }
}
