internal import CFuzzer
internal import FuzzTargets
internal import Glibc

/// Runs libFuzzer on one target: `FuzzDriver TARGET [libFuzzer's arguments]`, or writes its seeds into a directory:
/// `FuzzDriver TARGET --write-seeds DIRECTORY`.
@main
struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments[1]) else {
            let targets = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
            print("usage: FuzzDriver \(targets) [--write-seeds DIRECTORY | the arguments of libFuzzer]")
            exit(EX_USAGE)
        }
        if arguments.count == 4, arguments[2] == "--write-seeds" {
            for (number, seed) in try target.seeds().enumerated() {
                guard let file = fopen("\(arguments[3])/seed-\(number)", "w") else { exit(EX_CANTCREAT) }
                fwrite(seed, 1, seed.count, file)
                fclose(file)
            }
            return
        }
        exit(run(target))
    }

    /// Hands over to libFuzzer, without the name of the target, which it would take for a directory.
    private static func run(_ target: FuzzTarget) -> Int32 {
        var argumentCount = CommandLine.argc - 1
        var pointers: [UnsafeMutablePointer<CChar>?] = []
        for index in 0..<Int(CommandLine.argc) where index != 1 { pointers.append(CommandLine.unsafeArgv[index]) }
        pointers.append(nil)
        return pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return switch target {
            case .font: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.font, $0, $1) })
            case .report: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.report, $0, $1) })
            case .bus: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.bus, $0, $1) })
            case .manifest: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.manifest, $0, $1) })
            case .fetch: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.fetch, $0, $1) })
            case .address: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.address, $0, $1) })
            case .archive: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.archive, $0, $1) })
            case .drawing: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.drawing, $0, $1) })
            case .markup: LLVMFuzzerRunDriver(&argumentCount, &start, { check(.markup, $0, $1) })
            }
        }
    }
}

/// Decodes what libFuzzer made, and ends the process where the result cannot be.
private func check(_ target: FuzzTarget, _ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do throws(FuzzTarget.Contradiction) {
        try target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError(error.description)
    }
    return 0
}
