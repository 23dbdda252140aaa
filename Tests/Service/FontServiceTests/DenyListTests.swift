import FontModel
import LinuxSystem
import Logging
import Registry
import TestSupport
import Testing

@testable import FontService

@Suite struct `A list of denied fonts` {
    private static let first = String(repeating: "a1", count: 32)
    private static let second = String(repeating: "B2", count: 32)

    @Test func `has a digest on each line, and a reason where there is one`() {
        let list = DenyList(
            """
            # what nobody is to have

            \(Self.first)  crashes\u{202E} the   printer \t
            \t\(Self.second)
            \(Self.second.dropLast()) one digit short
            no digest
            """)
        #expect(list.denials.map(\.digest.hexadecimal) == [Self.first, Self.second.lowercased()])
        #expect(list.denials.map(\.reason) == ["crashes the   printer", ""])
        #expect(list.damagedLines == [5, 6])
    }

    @Test func `stays in force where it cannot be read whole, over restarts too`() async throws {
        let home = try ScratchHome()
        let path = "\(home.policyDirectory)/\(DenyListService.fileName)"
        let registry = try Registry.open(at: home.scratch["registry.sqlite"]).0
        let first = try #require(FontDigest(hexadecimal: Self.first))
        let second = try #require(FontDigest(hexadecimal: Self.second))

        func read() async -> (denied: Set<FontDigest>, failures: [String]) {
            let denials = FontDenials()
            let service = DenyListService(
                directories: [home.policyDirectory], registry: registry, denials: denials,
                threads: BlockingThreads(name: "test", maximumCount: 1), log: Logger(label: "test"))
            await service.refresh()
            return (denials.digests, await service.failures)
        }
        #expect(await read() == ([], []))
        try home.scratch.write("\(Self.first) bad\n", to: "policy/denied-fonts")
        #expect(await read() == ([first], []))
        // A line that makes no sense takes nothing back, and the others count.
        try home.scratch.write("\(Self.second)\nrubbish\n", to: "policy/denied-fonts")
        let damaged = await read()
        #expect(damaged.denied == [first, second])
        #expect(damaged.failures.count == 1)
        #expect(damaged.failures.first?.contains("line 2") == true)
        home.scratch.remove("policy/denied-fonts")
        try home.scratch.makeDirectory("policy/denied-fonts")
        let unreadable = await read()
        #expect(unreadable.denied == [first, second])
        #expect(unreadable.failures.first?.hasPrefix("\(path) cannot be read") == true)
        home.scratch.remove("policy/denied-fonts")
        #expect(await read() == ([], []))
    }
}
