internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

/// How much memory pictures take of the service, which is in this process.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PictureMemoryTests {
    /// Sees the masks of one size that this process has open, also for moments.
    private final class PictureWatch: Sendable {
        private let stride: Int
        private let size: Int
        private let seen = Mutex<Set<UInt64>>([])
        private let isEnding = Atomic(false)
        // The tasks of the service have all others.
        private let thread = BlockingThreads(name: "watch", maximumCount: 1)

        init(stride: Int, height: Int) { (self.stride, size) = (stride, stride * height) }

        /// Looks all the time.
        func begin() { _ = thread.start { while !self.isEnding.load(ordering: .relaxed) { self.look() } } }

        /// Looks once more.
        func end() {
            isEnding.store(true, ordering: .relaxed)
            look()
        }

        /// How many were seen.
        var count: Int { seen.withLock(\.count) }

        private func look() {
            guard let directory = opendir("/proc/self/fd") else { return }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let path = withUnsafeBytes(of: &entry.pointee.d_name) {
                    "/proc/self/fd/" + String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                var name = [UInt8](repeating: 0, count: 64)
                let length = readlink(path, &name, name.count)
                guard length > 0, String(decoding: name[..<length], as: UTF8.self).contains("memfd:typecase-picture")
                else { continue }
                var status = stat()
                // Workers write whole rows.
                guard stat(path, &status) == 0, case 1...size = Int(status.st_size), Int(status.st_size) % stride == 0
                else { continue }
                seen.withLock { _ = $0.insert(UInt64(status.st_ino)) }
            }
        }
    }

    private func font(_ family: String, _ characters: String) -> [UInt8] {
        var builder = FontBuilder(family: family)
        builder.characters = " " + characters
        return builder.build()
    }

    @Test("However many fonts help out one after the other, two pictures are drawn: between them it is measured only")
    func fallbacks() async throws {
        try await Desk.run(in: try ScratchHome()) { desk in
            // Letters of scripts that no font of the system has, each in a font of its own.
            let letters = ["\u{16F00}", "\u{1BC00}", "\u{16A40}", "\u{11C70}"]
            for (number, letter) in letters.enumerated() {
                let answer = try await desk.manager.registerFonts(
                    fonts: [try SealedMemory(bytes: font("Script \(number)", letter)).descriptor], scope: "persistent",
                    enabled: true, options: [:])
                try #require(answer.results.first?["error"] == nil, "\(answer.results)")
            }
            let plain = try SealedMemory(bytes: font("Plain", "A")).descriptor
            // Rows of a length that no picture of another test has, and so many that each picture is there for a while.
            let (width, height) = (8_188, 4_088)
            let watch = PictureWatch(stride: width, height: height)
            watch.begin()
            let drawn = try await Rendering1Client(desk.connection).mask(
                text: "A" + letters.joined(), attributes: [["file": BusVariant(plain)]],
                frame: ["width": BusVariant(Double(width)), "height": BusVariant(Double(height))], options: [:])
            watch.end()
            let missing = try drawn.measures["missing_glyphs"]?.converted(to: UInt32.self)
            #expect(missing == 0)
            #expect((1...2).contains(watch.count), "\(watch.count) pictures were drawn")
            #expect(SealedMemory.isSealed(drawn.picture))
        }
    }

    @Test("A caller has 512 MiB of pictures open and no more, until it closes some")
    func bound() async throws {
        try await Desk.run(in: try ScratchHome()) { desk in
            let client = Rendering1Client(desk.connection)
            let plain = try SealedMemory(bytes: font("Plain", "A")).descriptor
            // The largest mask has 32 MiB, of which only what is inked takes memory.
            func draw() async throws -> OwnedFileDescriptor {
                try await client.mask(
                    text: "A", attributes: [["file": BusVariant(plain)]],
                    frame: ["width": BusVariant(8_192.0), "height": BusVariant(4_096.0)], options: [:]
                ).picture
            }
            var pictures: [OwnedFileDescriptor] = []
            for _ in 0..<16 { pictures.append(try await draw()) }
            let error = await #expect(throws: BusError.self) { _ = try await draw() }
            #expect(error?.typecaseName == "ExceededResourceLimit", "\(String(describing: error))")
            #expect(error?.message.contains("512 MiB") == true, "\(String(describing: error))")
            pictures.removeLast()
            pictures.append(try await draw())
            #expect(pictures.allSatisfy(SealedMemory.isSealed))
        }
    }
}
