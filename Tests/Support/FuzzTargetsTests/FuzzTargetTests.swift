import FuzzTargets
import TestSupport
import Testing

/// A trap would end the test run, so that these tests pass means that nothing trapped.
@Suite(.serialized)
struct FuzzTargetTests {
    @Test(arguments: FuzzTarget.allCases)
    func `good inputs are good`(target: FuzzTarget) throws {
        for seed in try target.seeds() { try target.run(seed) }
    }

    @Test func `fonts to start from are sound, so that damage is looked for behind the first checks`() throws {
        for (number, seed) in try FuzzTarget.font.seeds().enumerated() {
            let refusal = FuzzTarget.refusal(of: seed)
            #expect(refusal == nil, "font \(number): \(refusal ?? "")")
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `inputs with damage end in a value or in an error`(target: FuzzTarget) throws {
        var random = SeededGenerator(seed: 7)
        for seed in try target.seeds() {
            // A drawing takes a hundred times as long as anything else here.
            for _ in 0..<(target == .drawing ? 10 : 400) {
                var input = seed
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    guard let place = input.indices.randomElement(using: &random) else { break }
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: input[place] = 0xFF
                    case 1: input[place] = 0
                    case 2: input[place] &+= 1
                    case 3: input.removeSubrange(place...)
                    default: input[place] = UInt8.random(in: 0...255, using: &random)
                    }
                }
                try target.run(input)
            }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `random bytes end in a value or in an error`(target: FuzzTarget) throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<500 {
            let count = Int.random(in: 0...300, using: &random)
            try target.run((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }
}
