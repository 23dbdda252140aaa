internal import BusInterface
internal import DBus
internal import Glibc
internal import SystemPackage
internal import TestSupport
internal import Testing

/// A file that goes on changing while it is registered.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct ChangingFileTests {
    /// Changes the bytes at two places of a file to others and back, for ever.
    private static let program = """
        import os, sys
        file = os.open(sys.argv[1], os.O_WRONLY)
        places = [int(place) for place in sys.argv[2:4]]
        sound = [bytes.fromhex(text) for text in sys.argv[4:6]]
        contents = sound, [b"\\xff" * len(part) for part in sound]
        print("started", flush=True)
        while True:
            for content in contents:
                for place, part in zip(places, content):
                    os.pwrite(file, part, place)
                for _ in range(1000): pass
        """

    @Test("In a thousand tries not one byte is installed that was not examined")
    func flippingFile() async throws {
        // Two places far from each other, of which neither may have any other bytes.
        var builder = SampleTables.layout
        builder.tableOverrides["TEST"] = [UInt8](repeating: 7, count: 1 << 16)
        let font = builder.build()
        let places = try [("GSUB", 0), ("head", 12)].map { tag, offset in
            try #require(FontBuilder.position(of: tag, in: font)) + offset
        }
        #expect(places[1] - places[0] > 1 << 16)
        try await RunningDaemon.run { daemon in
            let path = try daemon.home.scratch.write(font, to: "given/flipping.ttf")
            let contents = places.map { place in
                font[place..<(place + 4)].map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
            }
            let writer = try ChildProcess(
                "/usr/bin/python3", ["-c", Self.program, path] + places.map(String.init) + contents,
                environment: daemon.environment)
            try await writer.waitForOutput("started")
            var (tries, accepted, refused, comparisons) = (0, 0, 0, 0)
            // On until both the sound and the other font were met, which may take a busy machine longer.
            while tries < 1_000 || accepted == 0 || refused == 0 {
                let answer = try await daemon.register((0..<16).map { _ in try openDescriptor(path, O_RDONLY) })
                tries += answer.results.count
                let errors = answer.results.map(\.errorName)
                let acceptedNow = errors.count { $0.isEmpty }
                accepted += acceptedNow
                refused += errors.count { $0 == "InvalidFontData" }
                // All that were accepted are one and the same content, which nobody can have but as it was examined.
                let files = daemon.publishedFiles
                #expect(files.count == min(acceptedNow, 1))
                for file in files {
                    #expect(try readAll("\(daemon.publishedDirectory)/\(file.path)") == font)
                    comparisons += 1
                }
                let ids = Set(answer.results.map { $0.text("id") }).subtracting([""])
                #expect(ids.count == min(acceptedNow, 1))
                // So that the next try is not of a font that is there already.
                _ = try await daemon.unregister(Array(ids))
            }
            writer.send(signal: SIGKILL)
            _ = await writer.wait()
            #expect(accepted + refused == tries, "a try came to something else than a sound font or none")
            #expect(comparisons > 0)
        }
    }
}
