import FontModel
import Glibc
@testable import InspectionClient
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing
import WorkerClient

/// The pool with the worker that is shipped.
struct RealWorkerTests {
    private let pool: FontInspector

    init() {
        pool = FontInspector(
            configuration: .programs(in: BuildProducts.directory, environment: ["PATH": "/usr/bin:/bin"]),
            threads: BlockingThreads(name: "pool", maximumCount: 4))
    }

    @Test func `a sound font passes and is described`() async throws {
        let font = try SealedMemory(bytes: FontBuilder(family: "Pool Test", style: "Bold").build())
        let inspection = try await pool.inspect(font, for: .user)
        #expect(inspection.refusal == nil)
        #expect(inspection.format == .truetype)
        #expect(inspection.faces.map(\.family) == ["Pool Test"])
        await pool.shutdown()
    }

    @Test(.enabled(if: access("/usr/bin/ots-sanitize", X_OK) == 0))
    func `the sanitizer is heard`() async throws {
        let inspection = try await pool.inspect(
            SealedMemory(bytes: FontBuilder(family: "Second Opinion").build()), for: .user)
        #expect(inspection.refusal == nil)
        #expect(inspection.opinions.map(\.judge) == [.typecase, .freetype, .harfbuzz, .fontconfig, .ots])
        #expect(inspection.opinions.allSatisfy { $0.isHeard && !$0.version.isEmpty })
        await pool.shutdown()
    }

    @Test func `who would judge the next font is known without one`() async throws {
        let judges = try await pool.judges()
        let inspection = try await pool.inspect(
            SealedMemory(bytes: FontBuilder(family: "Judged").build()), for: .user)
        #expect(judges == inspection.opinions)
        #expect(Opinion.heard(judges).contains("typecase \(TypecaseVersion.current)+rules.\(ValidationRules.version)"))
        await pool.shutdown()
    }

    @Test func `who has not seen a font that was refused is not said to be heard`() async throws {
        let cut = try SealedMemory(bytes: Array(FontBuilder().build().prefix(400)))
        let opinions = try await pool.inspect(cut, for: .user).opinions.filter { $0.judge != .ots }
        #expect(opinions.filter(\.isHeard) == [.own])
        #expect(opinions.map(\.judge) == [.typecase, .freetype, .harfbuzz, .fontconfig])
        #expect(try await pool.inspect(SealedMemory(bytes: []), for: .user).opinions.first == .own)
        await pool.shutdown()
    }

    @Test func `a second opinion that nobody asks for costs no worker`() async throws {
        var configuration = WorkerConfiguration.programs(in: BuildProducts.directory, environment: [:])
        configuration.asksForSecondOpinion = false
        let pool = FontInspector(
            configuration: configuration, threads: BlockingThreads(name: "pool", maximumCount: 4))
        let inspection = try await pool.inspect(SealedMemory(bytes: FontBuilder().build()), for: .user)
        #expect(!inspection.opinions.contains { $0.judge == .ots })
        #expect(await pool.statistics[.secondOpinion].connections == 0)
        await pool.shutdown()
    }

    @Test func `a second opinion that cannot be had is no fault of the font`() async throws {
        var configuration = WorkerConfiguration.programs(in: BuildProducts.directory, environment: [:])
        configuration.secondOpinion.access = .executable("/nonexistent")
        let pool = FontInspector(
            configuration: configuration, threads: BlockingThreads(name: "pool", maximumCount: 4))
        let inspection = try await pool.inspect(SealedMemory(bytes: FontBuilder().build()), for: .user)
        #expect(inspection.refusal == nil)
        #expect(inspection.opinions.first { $0.judge == .ots }?.silence?.contains("/nonexistent") == true)
        await pool.shutdown()
    }

    @Test func `a collection has its faces in order`() async throws {
        let fonts = ["One", "Two", "Three"].map { FontBuilder(family: $0) }
        let inspection = try await pool.inspect(
            SealedMemory(bytes: FontBuilder.collection(fonts)), for: .user)
        #expect(inspection.refusal == nil)
        #expect(inspection.format == .collection)
        #expect(inspection.faces.map(\.family) == ["One", "Two", "Three"])
        await pool.shutdown()
    }

    @Test func `bytes that are no font are refused, and the same worker takes the next font`() async throws {
        let garbage = try await pool.inspect(SealedMemory(bytes: Array("not a font".utf8)), for: .user)
        #expect(garbage.refusal != nil)
        #expect(garbage.faces == [])
        let font = try SealedMemory(bytes: FontBuilder().build())
        #expect(try await pool.inspect(font, for: .user).refusal == nil)
        #expect(await pool.statistics[.inspect].connections == 1)
        await pool.shutdown()
    }

    @Test func `many fonts at once are all described`() async throws {
        let pool = pool
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let font = try SealedMemory(bytes: FontBuilder(family: "Many \(number)").build())
                    return try await pool.inspect(font, for: .user).faces.first?.family == "Many \(number)"
                }
            }
            for try await isDescribed in group { #expect(isDescribed) }
        }
        #expect(await pool.statistics[.inspect].connections <= WorkerConfiguration.fontsAtOnce)
        await pool.shutdown()
    }

    @Test(arguments: InspectionMode.allCases)
    func `every mode answers its self-test`(mode: InspectionMode) async throws {
        let report = try await pool.selfTest(mode)
        #expect(report.mode == mode)
        #expect(!report.attempts.isEmpty)
        await pool.shutdown()
    }
}
