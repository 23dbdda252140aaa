#if canImport(VideoLabel)
    internal import BusInterface
    internal import DBus
    internal import Glibc
    internal import LinuxSystem
    internal import TestSupport
    internal import Testing
    internal import Typecase
    internal import VideoLabel

    /// The headless mode of VideoLabel, with masks that the real service draws and videos whose every pixel is known.
    @Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
    struct MaskedVideoTests {
        private struct Pixel: Equatable {
            var red: UInt8
            var green: UInt8
            var blue: UInt8
        }

        private let scratch: ScratchDirectory

        init() throws { scratch = try ScratchDirectory() }

        /// Runs a pipeline of GStreamer, and returns the address of the file that it wrote.
        private func launch(_ pipeline: [String], to name: String) async throws -> String {
            let path = "\(scratch.path)/\(name)"
            let outcome = try await ChildProcess.run(
                "/usr/bin/gst-launch-1.0", ["-q"] + pipeline + ["!", "filesink", "location=\(path)"],
                environment: ["HOME": scratch.path, "PATH": "/usr/bin:/bin"])
            try #require(outcome.succeeded, "\(outcome)")
            return "file://\(path)"
        }

        /// Makes a video without loss.
        private func makeVideo(
            width: Int, height: Int, frames: Int, _ pixel: (_ x: Int, _ y: Int, _ frame: Int) -> Pixel
        ) async throws -> String {
            var bytes: [UInt8] = []
            for frame in 0..<frames {
                for y in 0..<height {
                    for x in 0..<width {
                        let pixel = pixel(x, y, frame)
                        bytes += [pixel.red, pixel.green, pixel.blue]
                    }
                }
            }
            let raw = try scratch.write(bytes, to: "frames")
            return try await launch(
                [
                    "filesrc", "location=\(raw)", "!", "rawvideoparse", "format=rgb", "width=\(width)",
                    "height=\(height)", "framerate=25/1", "!", "matroskamux",
                ], to: "video.mkv")
        }

        private func drawText(
            _ text: String, width: Double, height: Double, with daemon: RunningDaemon
        ) async throws -> TextMask.Picture {
            let font = try SealedMemory(bytes: makeFont("Letters")).descriptor
            let answer = try await daemon.manager.registerFonts(
                fonts: [font], scope: "persistent", enabled: true, options: [:])
            try #require(answer.results.first?["error"] == nil, "\(answer.results)")
            let mask = try TextMask(markup: "<span font='Letters 40'>\(text)</span>")
            return try await mask.picture(
                in: .init(width: width, height: height), cache: TextMaskCache(manager: daemon.fontManager))
        }

        /// What a frame has to be: the pixels of the video, multiplied by how much the text covers of them.
        private func masked(_ picture: TextMask.Picture, _ pixel: (_ x: Int, _ y: Int) -> Pixel) -> [UInt8] {
            picture.withBytes { mask in
                var bytes: [UInt8] = []
                for y in 0..<picture.height {
                    for x in 0..<picture.width {
                        let alpha = Int(mask[y * picture.stride + x])
                        let pixel = pixel(x, y)
                        bytes += [pixel.blue, pixel.green, pixel.red].map { UInt8((Int($0) * alpha * 2 + 255) / 510) }
                        bytes.append(UInt8(alpha))
                    }
                }
                return bytes
            }
        }

        @Test("Letters have the pixels of the video and all else is transparent, also where the video begins again")
        func pixels() async throws {
            try await RunningDaemon.run { daemon in
                let picture = try await drawText("ABC abc", width: 300, height: 90, with: daemon)
                picture.withBytes { bytes in
                    #expect(bytes.contains(0) && bytes.contains(255) && bytes.contains { $0 > 0 && $0 < 255 })
                }
                func pixel(_ x: Int, _ y: Int, _ frame: Int) -> Pixel {
                    Pixel(red: UInt8(x * 7 & 255), green: UInt8(frame * 40), blue: UInt8(y * 2))
                }
                let video = try MaskedVideo(
                    uri: try await makeVideo(width: 300, height: 90, frames: 6, pixel), picture: picture)
                // Twice over the end.
                for index in 0..<15 {
                    let frame = try video.next()
                    #expect(frame.width == 300 && frame.height == 90)
                    // Not the bytes: a hundred thousand of them would be told one by one.
                    let isMasked = frame.bytes == masked(picture) { pixel($0, $1, index % 6) }
                    #expect(isMasked, "frame \(index)")
                }
                let path = "\(scratch.path)/frame.png"
                let frame = try video.next()
                try frame.write(to: path)
                let written = try readAll(openDescriptor(path, O_RDONLY))
                // The signature, and the size in the header.
                #expect(written.starts(with: [0x89, 0x50, 0x4E, 0x47]))
                #expect(written[18...23].elementsEqual([1, 44, 0, 0, 0, 90]))
                #expect(throws: VideoLabelError.self) { try frame.write(to: "\(scratch.path)/none/frame.png") }
            }
        }

        @Test("A video of another shape fills the text, and what is too much is cut off evenly")
        func shape() async throws {
            try await RunningDaemon.run { daemon in
                let picture = try await drawText("ABC", width: 200, height: 80, with: daemon)
                let inside = Pixel(red: 10, green: 20, blue: 250)
                let uri = try await makeVideo(width: 200, height: 160, frames: 3) { _, y, _ in
                    (40..<120).contains(y) ? inside : Pixel(red: 255, green: 0, blue: 0)
                }
                let frame = try MaskedVideo(uri: uri, picture: picture).next()
                let isMasked = frame.bytes == masked(picture) { _, _ in inside }
                #expect(isMasked)
            }
        }

        @Test("What has no video is told by what is wrong with it, with what to do")
        func errors() async throws {
            try await RunningDaemon.run { daemon in
                let picture = try await drawText("ABC", width: 200, height: 80, with: daemon)
                func failure(_ uri: String) throws -> VideoLabelError? {
                    let video = try MaskedVideo(uri: uri, picture: picture)
                    return #expect(throws: VideoLabelError.self) { try video.next() }
                }
                let sound = try await launch(["audiotestsrc", "num-buffers=20", "!", "wavenc"], to: "sound.wav")
                let grey = Pixel(red: 9, green: 9, blue: 9)
                _ = try await makeVideo(width: 20, height: 8, frames: 2) { _, _, _ in grey }
                let whole = try readAll(openDescriptor(scratch["video.mkv"], O_RDONLY))
                // In its first frame, after the header: without one, GStreamer may swallow its error.
                let frames = try #require(whole.firstRange(of: [0x1F, 0x43, 0xB6, 0x75])).lowerBound
                let cut = try scratch.write(whole.prefix(frames + 60), to: "cut.mkv")
                let text = try scratch.write([UInt8](repeating: 0x61, count: 5000), to: "text.mkv")
                #expect(try failure(sound)?.code == .noVideo)
                #expect(try failure("file://\(scratch.path)/missing.mkv")?.code == .notFound)
                #expect(try failure("file://\(cut)")?.code == .damaged)
                #expect(try failure("file://\(text)")?.code == .damaged)
                // Within the description of its tracks: GStreamer drops the error now and then, and says nothing more.
                let header = try scratch.write(whole.prefix(200), to: "header.mkv")
                for _ in 0..<12 { #expect(try failure("file://\(header)")?.code == .damaged) }
                try #require(mkfifo("\(scratch.path)/pipe.mkv", 0o600) == 0)
                #expect(try failure("file://\(scratch.path)/pipe.mkv")?.code == .notFound)
                let empty = try await launch(
                    ["videotestsrc", "num-buffers=0", "!", "video/x-raw,format=RGB", "!", "matroskamux"],
                    to: "empty.mkv")
                let noFrame = try failure(empty)
                #expect(noFrame?.code == .damaged && noFrame?.message.contains("empty.mkv") == true)
                let plugin = try failure("unheard-of://video")
                #expect(plugin?.code == .missingPlugin)
                #expect(plugin?.message.contains("gstreamer1.0-plugins-good") == true, "\(plugin as Any)")
                let markup = #expect(throws: VideoLabelError.self) { try TextMask(markup: "<b>not closed") }
                #expect(markup?.code == .text)
            }
        }

        @Test(
            "The package of a missing plugin is told by what is missing: containers are not in the package of decoders",
            arguments: [
                ("decoder-video/mpegts, systemstream=(boolean)true", "bad"),
                ("decoder-video/mpeg, systemstream=(boolean)true, mpegversion=(int)2", "bad"),
                ("decoder-video/mpeg, mpegversion=(int)4, systemstream=(boolean)false", "libav"),
                ("decoder-video/quicktime, variant=(string)iso", "good"), ("decoder-video/x-h264", "libav"),
                ("decoder-video/x-ms-asf", "ugly"), ("decoder-application/ogg", "base"),
                ("decoder-video/x-vp8", "good"), ("decoder-image/png", "good"), ("element-videoflip", "good"),
                ("urisource-https", "good"), ("urisource-srt", "bad"),
            ])
        func packages(what: String, package name: String) {
            let detail = "gstreamer|1.0|typecase|a | in a description|\(what)"
            let package = VideoLabelError.package(of: detail)
            #expect(package == (name == "libav" ? "gstreamer1.0-libav" : "gstreamer1.0-plugins-\(name)"))
        }

        @Test("Each error has the number of its row in the documentation, a domain, and a description with its code")
        func documentedErrors() throws {
            let text = String(decoding: try readAll(examplePath("VideoLabel/README.md")), as: UTF8.self)
            let rows = text.split(separator: "\n").compactMap { line -> String? in
                let cells = line.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } }
                return cells.count == 4 && Int(cells[1]) != nil ? "\(cells[0]) \(cells[1])" : nil
            }
            #expect(rows == VideoLabelError.Code.all.map { "\($0) \($0.number)" })
            let error = try #require(throws: VideoLabelError.self) { try TextMask(markup: "<b>not closed") }
            #expect(error._domain == "org.typecase.VideoLabelError" && error._code == 6)
            #expect("\(error)" == "text: \(error.message)")
            switch error as any Error {
            case VideoLabelError.Code.text: break
            default: Issue.record("\(error) is not matched by its code.")
            }
        }

        @Test("Markup becomes parts of text with their fonts, sizes, features and languages")
        func markup() throws {
            let mask = try TextMask(
                markup: "A<b>B</b><span size='20pt' font_features='smcp' lang='de'><i>ß &amp; c</i></span>",
                font: "Letters 40")
            #expect(mask.runs.map(\.text) == ["A", "B", "ß & c"])
            #expect(mask.runs.map(\.size) == [40, 40, 20])
            #expect(mask.runs.map(\.font?.familyName) == ["Letters", "Letters", "Letters"])
            #expect(mask.runs.map(\.font?.weight) == [400, 700, 400])
            #expect(mask.runs.map(\.font?.isItalic) == [nil, nil, true])
            #expect(mask.runs.map(\.features) == ["", "", "smcp"])
            #expect(mask.runs.map(\.language) == [nil, nil, "de"])
            #expect(mask.runs.map(\.textStyle) == [.largeTitle, .largeTitle, .largeTitle])
            let described = try TextMask(
                markup: "A<span font_features='liga=0' stretch='normal'>B</span>",
                font: "Letters Small-Caps Condensed 48 @wght=650,opsz=14.5")
            #expect(described.runs.map(\.font?.width) == [75, nil])
            #expect(described.runs.map(\.font?.variation) == Array(repeating: ["wght": 650, "opsz": 14.5], count: 2))
            #expect(described.runs.map(\.features) == ["smcp", "smcp, liga=0"])
            #expect(described.runs.map(\.size) == [48, 48])
            #expect(try TextMask(markup: "").runs.isEmpty)
            #expect(try TextMask(markup: "A", font: "Sans, Letters 20").runs == [TextMask.Run("A", size: 20)])
            #expect(try TextMask(markup: "A", font: "Letters, Sans 20").runs.map(\.font?.familyName) == ["Letters"])
            // As large as a large title.
            #expect(try TextMask(markup: "A").runs == [TextMask.Run("A", size: 34)])
        }
    }
#endif
