internal import FontModel
internal import FuzzTargets
internal import Glibc

/// Writes fonts of a kind that only web browsers mind, and mutants of them that our own reader accepts.
///
/// `ConcernMutants KIND COUNT DIRECTORY` writes as many mutants, and prints how many fonts there are, how many mutants, and
/// of how many they were chosen; `ConcernMutants` lists the kinds.
@main
struct Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.isEmpty {
            for concern in BrowserConcern.allCases { print(concern.rawValue) }
            return
        }
        guard arguments.count == 3, let concern = BrowserConcern(rawValue: arguments[1]),
            let count = Int(arguments[2]), count >= 0
        else {
            print("usage: ConcernMutants [KIND COUNT DIRECTORY]")
            exit(EX_USAGE)
        }
        var mutants = ConcernMutants(of: concern)
        let originals = mutants.originals
        for (number, font) in originals.enumerated() { write(font, to: "\(arguments[3])/original-\(number)") }
        var (accepted, made) = (0, 0)
        // Where nearly all are refused, there are fewer.
        while accepted < count, made < 100 * count, let font = mutants.next() {
            made += 1
            guard mutants.isAccepted(font) else { continue }
            write(font, to: "\(arguments[3])/mutant-\(made)")
            accepted += 1
        }
        print("\(originals.count) \(accepted) \(made)")
    }

    private static func write(_ font: [UInt8], to path: String) {
        guard let file = fopen(path, "w"), fwrite(font, 1, font.count, file) == font.count, fclose(file) == 0 else {
            perror(path)
            exit(EX_CANTCREAT)
        }
    }
}
