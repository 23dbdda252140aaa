internal import BusInterface
internal import DBus
internal import FontModel
internal import Synchronization
internal import TestSupport
internal import Testing

/// Requests for fonts of packages that PackageKit could install.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PackageInstallationTests {
    private static let consumer = "org.example.Consumer"
    private static let catalog = DistributionCatalog.text(package: "fonts-far", family: "Far Away")
    private static let package = FakePackageKit.Package(size: 4_000, others: [(12, "fonts-common")])

    /// Runs a test on a machine with PackageKit and a catalog that names a package.
    private func run(
        in home: ScratchHome, _ packageKit: FakePackageKit, _ body: (Desk, BusConnection) async throws -> Void
    ) async throws {
        try home.scratch.write(Self.catalog, to: "catalogs/yaml/test.yml")
        try await Desk.run(
            in: home, systemBus: packageKit.bus.address,
            environment: ["TYPECASE_PACKAGE_CATALOGS": home.scratch["catalogs"]]
        ) { desk in
            let consumer = try await desk.connect(as: Self.consumer)
            try await body(desk, consumer)
            await consumer.close()
        }
        await packageKit.end()
    }

    /// PackageKit that puts the font where fontconfig finds it.
    private func installing(in home: ScratchHome) async throws -> FakePackageKit {
        let (scratch, font) = (home.scratch, Desk.font("Far Away"))
        return try await FakePackageKit(["fonts-far": Self.package]) {
            try scratch.write(font, to: "system/fonts/far.ttf")
        }
    }

    @Test("A package is installed once the user allows it, who is told its name and its bytes, and the font resolved")
    func installation() async throws {
        let home = try ScratchHome()
        let packageKit = try await installing(in: home)
        try await run(in: home, packageKit) { desk, consumer in
            let agent = try await TestAgent.register(on: desk.connection)
            let progress = Mutex<[UInt64]>([])
            let token = FontIdentifier.random().rawValue
            async let ending = Job1Client.run(
                over: consumer, named: token, onProgress: { done, _ in progress.withLock { $0.append(done) } }
            ) { () async throws(BusError) in
                _ = try await FontManager1Client(consumer).requestFonts(
                    requests: [["name": BusVariant("Far Away")]], options: ["handle_token": BusVariant(token)])
            }
            let question = try await agent.nextQuestion()
            #expect(try question.texts("rights") == ["request-fonts"])
            #expect(try question.texts("fonts") == ["Far Away"])
            #expect(try question.texts("font_providers") == ["package.fonts-far"])
            #expect(try question.texts("packages") == ["fonts-far", "fonts-common"])
            #expect(try question.request["bytes"]?.converted(to: UInt64.self) == 4_007)
            question.answer("allow")
            guard case .ended(let state, let answer) = try await ending else { throw BusError.disconnected }
            let result = try RequestResult(state, answer)
            #expect(try result.names == ["FarAway-Regular package"], "\(result.unresolved)")
            #expect(try result.resolved.first?["offered_by"]?.converted(to: String.self) == "package.fonts-far")
            #expect(packageKit.hints == ["interactive=true", "background=false"])
            #expect(progress.withLock { $0.last } == 4_007)
            #expect(try await consumer.request("Far Away").names == ["FarAway-Regular enabled"])
            #expect(agent.questionCount == 1)
        }
    }

    @Test("A package that the user denies is not installed, and PackageKit is not asked about it again")
    func denial() async throws {
        let packageKit = try await FakePackageKit(["fonts-far": Self.package])
        try await run(in: ScratchHome(), packageKit) { desk, consumer in
            let agent = try await TestAgent.register(on: desk.connection)
            async let requesting = consumer.request("Far Away")
            try await agent.nextQuestion().answer("deny")
            #expect(try await requesting.reasons == ["denied-by-user"])
            let grants = try await desk.management.listGrants(filter: [:])
            #expect(try grants.map { try $0["package"]?.converted(to: String.self) } == ["fonts-far"])
            #expect(try grants[0]["font"]?.converted(to: String.self).count == 64)
            let transactions = packageKit.transactions
            for _ in 0..<100 {
                let again = try await consumer.request("FarAway-Regular")
                #expect(try again.reasons == ["denied-by-user"])
                #expect(try again.unresolved[0]["package"]?.converted(to: String.self) == "fonts-far")
                #expect(try again.message().contains("typecase grants set \(Self.consumer) request-fonts allow"))
            }
            #expect(agent.questionCount == 1)
            // It was looked at, and not installed.
            #expect(packageKit.transactions == transactions && transactions == 3)
        }
    }

    @Test(
        "What keeps a package from being installed has a reason, and a detail for people",
        arguments: [
            (FakePackageKit.Course.error(48, "Failed to obtain authentication."), "denied-by-user", "not authorized"),
            (.refusal, "denied-by-user", "not authorized"), (.error(2, "No network."), "no-network", "No network."),
            (.error(10, "404 Not Found"), "download-failed", "404 Not Found"),
            (.error(46, "No space."), "storage-full", "No space."),
            (.error(26, "Held by process 7."), "package-available", "Held by process 7."),
            (.crash, "package-available", "PackageKit"),
        ])
    func failure(_ course: FakePackageKit.Course, _ reason: String, _ detail: String) async throws {
        let packageKit = try await FakePackageKit(["fonts-far": Self.package], course)
        try await run(in: ScratchHome(), packageKit) { desk, consumer in
            let agent = try await TestAgent.register(on: desk.connection)
            async let requesting = consumer.request("Far Away", "Nowhere")
            try await agent.nextQuestion().answer("allow")
            let result = try await requesting
            #expect(try result.reasons == [reason, "not-found"], "\(result.unresolved)")
            #expect(try result.unresolved[0]["package"]?.converted(to: String.self) == "fonts-far")
            #expect(try result.message().contains(detail), "\(result.unresolved)")
            #expect(try result.message().contains("Install it with the system's package manager."))
        }
    }

    @Test("An error that says that the package is there already counts as an installation")
    func installedMeanwhile() async throws {
        let home = try ScratchHome()
        let packageKit = try await FakePackageKit(["fonts-far": Self.package], .error(9, "It is installed."))
        try await run(in: home, packageKit) { desk, consumer in
            let agent = try await TestAgent.register(on: desk.connection)
            async let requesting = consumer.request("Far Away")
            let question = try await agent.nextQuestion()
            try home.scratch.write(Desk.font("Far Away"), to: "system/fonts/far.ttf")
            question.answer("allow")
            let result = try await requesting
            #expect(try result.names == ["FarAway-Regular package"], "\(result.unresolved)")
        }
    }

    @Test("Who cancels the request or leaves has PackageKit cancel the transaction", arguments: [true, false])
    func cancellation(isByCall: Bool) async throws {
        let packageKit = try await FakePackageKit(["fonts-far": Self.package], .endless)
        try await run(in: ScratchHome(), packageKit) { desk, _ in
            let agent = try await TestAgent.register(on: desk.connection)
            let consumer = try await desk.connect(as: Self.consumer)
            let job = try await FontManager1Client(consumer).requestFonts(
                requests: [["name": BusVariant("Far Away")]], options: [:])
            try await agent.nextQuestion().answer("allow")
            for await packages in packageKit.installations {
                #expect(packages == ["fonts-far"])
                break
            }
            if isByCall {
                try await Job1Client(consumer, busName: FontManager1Names.busName, path: job).cancel()
            } else {
                await consumer.close()
            }
            var cancelled: String?
            for await path in packageKit.cancellations {
                cancelled = path
                break
            }
            #expect(cancelled == "/4_test")
            if isByCall { await consumer.close() }
        }
    }

    @Test("Where the policy forbids it, nobody is asked and PackageKit is not called")
    func policy() async throws {
        let home = try ScratchHome()
        try home.scratch.write(
            #"{"version": 1, "rules": [], "packages": {"install": false}}"#, to: "policy/policy.d/10-packages.json")
        let packageKit = try await FakePackageKit(["fonts-far": Self.package])
        try await run(in: home, packageKit) { desk, consumer in
            let agent = try await TestAgent.register(on: desk.connection)
            let result = try await consumer.request("Far Away")
            #expect(try result.reasons == ["package-available"])
            #expect(try result.message().contains("10-packages.json"), "\(result.unresolved)")
            #expect(agent.questionCount == 0 && packageKit.transactions == 0)
        }
    }

    @Test("With nobody to ask, nothing is installed, and the answer names the package")
    func nobody() async throws {
        let packageKit = try await FakePackageKit(["fonts-far": Self.package])
        try await run(in: ScratchHome(), packageKit) { _, consumer in
            let result = try await consumer.request("Far Away")
            #expect(try result.reasons == ["consent-unavailable"])
            #expect(try result.unresolved[0]["package"]?.converted(to: String.self) == "fonts-far")
            #expect(packageKit.transactions == 3)
        }
    }

    @Test("A package whose installation removes another, or that PackageKit does not know, is not offered")
    func refusedPackage() async throws {
        let removing = FakePackageKit.Package(size: 1, others: [(13, "fonts-near")])
        for (packages, detail) in [(["fonts-far": removing], "fonts-near"), ([:], "does not know it")] {
            let packageKit = try await FakePackageKit(packages)
            try await run(in: ScratchHome(), packageKit) { desk, consumer in
                let agent = try await TestAgent.register(on: desk.connection)
                let result = try await consumer.request("Far Away")
                #expect(try result.reasons == ["package-available"])
                #expect(try result.message().contains(detail), "\(result.unresolved)")
                #expect(agent.questionCount == 0)
            }
        }
    }
}
