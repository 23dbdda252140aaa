internal import FontModel
internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What an agent gets of the fonts that a program wants to register.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ConsentPreviewTests {
    private static let application = "org.unheard.App"

    /// Checks that a question has the bytes and sizes of fonts.
    private func check(_ question: TestAgent.Question, has fonts: [[UInt8]]) throws {
        let sizes = try question.request["font_sizes"]?.converted(to: [UInt64].self)
        #expect(sizes == fonts.map { UInt64($0.count) })
        let files = try #require(
            try question.request["font_files"]?.converted(to: [UInt32: OwnedFileDescriptor].self))
        #expect(files.keys.sorted() == fonts.indices.map { UInt32($0) })
        for (index, file) in files {
            #expect(SealedMemory.isSealed(file))
            #expect(try file.contents(limit: 1 << 20) == fonts[Int(index)])
        }
    }

    @Test("The agent gets the sizes of the fonts, and their bytes in memory that nobody can change")
    func fonts() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let fonts = ["First", "Second"].map { Desk.font($0) }
            let files = try fonts.map { try SealedMemory(bytes: $0).descriptor }
            async let registering = FontManager1Client(app).registerFonts(
                fonts: files, scope: "persistent", enabled: true, options: [:], timeout: .seconds(600))
            let question = try await agent.nextQuestion()
            #expect(try question.texts("fonts") == ["First Regular", "Second Regular"])
            try check(question, has: fonts)
            question.answer("allow")
            #expect(try await registering.results.count == 2)
            await app.close()
        }
    }

    @Test("The agent gets the fonts of a batch as well, which are on the disk by then")
    func batch() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            try await desk.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let path = try await FontManager1Client(app).beginBatch(scope: "persistent", enabled: true, options: [:])
            let batch = Batch1Client(app, busName: FontManager1Names.busName, path: path)
            let font = Desk.font("Made")
            _ = try await batch.addFonts(fonts: [SealedMemory(bytes: font).descriptor], options: [:])
            async let committing = batch.commit(timeout: .seconds(600))
            let question = try await agent.nextQuestion()
            try check(question, has: [font])
            question.answer("deny")
            #expect(try await committing.results.count == 1)
            await app.close()
        }
    }

    @Test("No more files are passed than a message has room for, and each size is told")
    func manyFonts() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let agent = try await TestAgent.register(on: desk.connection)
            try await desk.management.setGrant(
                provider: Self.application, right: "install-fonts", decision: "allow", options: [:])
            let app = try await desk.connect(as: Self.application, kind: .flatpak)
            let path = try await FontManager1Client(app).beginBatch(scope: "persistent", enabled: true, options: [:])
            let batch = Batch1Client(app, busName: FontManager1Names.busName, path: path)
            for number in 0..<20 {
                let font = try SealedMemory(bytes: Desk.font("Made \(number)")).descriptor
                _ = try await batch.addFonts(fonts: [font], options: [:])
            }
            async let committing = batch.commit(timeout: .seconds(600))
            let question = try await agent.nextQuestion()
            let sizes = try question.request["font_sizes"]?.converted(to: [UInt64].self)
            #expect(sizes?.count == 20 && sizes?.contains(0) == false)
            let files = try question.request["font_files"]?.converted(to: [UInt32: OwnedFileDescriptor].self)
            #expect(files?.keys.sorted() == (0..<16).map { UInt32($0) })
            question.answer("deny")
            #expect(try await committing.results.count == 20)
            await app.close()
        }
    }
}
