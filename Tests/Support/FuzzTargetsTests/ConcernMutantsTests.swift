import FontModel
import FuzzTargets
import Testing

/// What Tests/Fuzz/desktop tries the libraries of the desktop with.
struct ConcernMutantsTests {
    @Test(arguments: BrowserConcern.allCases)
    func `a kind has fonts, and mutants of it that our reader accepts`(concern: BrowserConcern) {
        var mutants = ConcernMutants(of: concern)
        let originals = mutants.originals
        #expect(!originals.isEmpty)
        #expect(originals.allSatisfy { mutants.isAccepted($0) })
        var accepted: Set<[UInt8]> = []
        for _ in 0..<500 {
            if let font = mutants.next(), mutants.isAccepted(font) { accepted.insert(font) }
        }
        #expect(accepted.subtracting(originals).count > 10, "\(concern)")
    }

    @Test func `the same mutants are made in each run`() {
        var (first, second) = (ConcernMutants(of: .damagedGlyphNames), ConcernMutants(of: .damagedGlyphNames))
        for _ in 0..<100 { #expect(first.next() == second.next()) }
    }
}
