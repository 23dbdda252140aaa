import FontModel
import InspectionClient
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

/// Web fonts with the worker that is shipped.
struct ExpansionTests {
    private let pool: FontInspector

    init() {
        pool = FontInspector(
            configuration: .programs(in: BuildProducts.directory, environment: ["PATH": "/usr/bin:/bin"]),
            threads: BlockingThreads(name: "pool", maximumCount: 4))
    }

    private func expand(_ font: [UInt8]) async throws(FontError) -> SealedMemory {
        let memory: SealedMemory
        do throws(SealedMemory.Failure) { memory = try SealedMemory(bytes: font) } catch {
            throw FontError(.registrationFailed, "\(error)")
        }
        return try await pool.expand(memory, for: .user)
    }

    private func code(of font: [UInt8]) async -> FontError.Code? {
        do throws(FontError) {
            _ = try await expand(font)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a web font comes back as the font in it, in memory that nobody can change, and passes`() async throws {
        let expanded = try await expand(WOFFBuilder(of: FontBuilder(family: "Expanded").build()).build())
        #expect(SealedMemory.isSealed(expanded.descriptor))
        let inspection = try await pool.inspect(expanded, for: .user)
        #expect(inspection.refusal == nil)
        #expect(inspection.faces.map(\.family) == ["Expanded"])
        await pool.shutdown()
    }

    @Test func `a font beyond what other replies may have comes back whole`() async throws {
        var generator = SeededGenerator(seed: 7)
        var builder = WOFFBuilder(of: FontBuilder().build())
        builder.tables.append(.init("rand", (0..<20 << 20).map { _ in UInt8.random(in: 0...255, using: &generator) }))
        let expanded = try await expand(builder.build())
        #expect(expanded.size > 20 << 20)
        await pool.shutdown()
    }

    @Test func `bombs, damaged fonts and what is no web font are refused each with its error, and the worker goes on`()
        async throws
    {
        let sound = WOFFBuilder(of: FontBuilder().build()).build()
        var bomb = WOFFBuilder(of: FontBuilder().build())
        bomb.tables.append(.init("zero", Array(repeating: 0, count: 50 << 20)))
        #expect(await code(of: bomb.build()) == .exceededResourceLimit)
        #expect(await code(of: Array(sound.dropLast(40))) == .invalidFontData)
        #expect(await code(of: FontBuilder().build()) == .unrecognizedFormat)
        #expect(await code(of: Array("wOF2".utf8)) == .invalidFontData)
        #expect(await code(of: []) == .unrecognizedFormat)
        #expect(await code(of: sound) == nil)
        #expect(await pool.statistics[.convert].connections == 1)
        #expect(await pool.statistics[.convert].crashes == 0)
        await pool.shutdown()
    }
}
