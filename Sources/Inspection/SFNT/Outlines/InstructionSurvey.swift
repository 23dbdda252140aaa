/// Counts the TrueType instructions of a font that no interpreter knows.
///
/// FreeType stops at such an instruction and draws the glyph without hints. So these instructions are reported, but
/// they are not a reason to refuse the font.
struct InstructionSurvey {
    /// The number of programs with an undefined instruction.
    private(set) var undefined = 0
    /// The undefined instructions.
    private var undefinedInstructions: Set<UInt8> = []
    /// The number of programs that end in the middle of an instruction.
    private(set) var unfinished = 0
    /// The number of programs with an instruction that is reported even if the font defines instructions itself.
    private var suspicious = 0
    /// Whether the font defines its own instructions.
    private(set) var definesInstructions = false

    /// The instruction ADJUST and its sibling, which only one vendor's interpreter knew and nobody documented.
    ///
    /// An attack used them.
    ///
    /// Source: CVE-2023-41990. No known font needs them.
    private static let suspiciousInstructions: Set<UInt8> = [0x8F, 0x90]

    /// Adds a program to the survey.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - program: The instructions.
    mutating func add(_ bytes: RawSpan, _ program: Table) {
        let code = bytes.extracting(program.start..<(program.start + program.length))
        var offset = 0
        var isUndefined = false
        var isSuspicious = false
        while offset < code.byteCount {
            let opcode = code.byte(at: offset)
            offset += 1
            switch opcode {
            case 0x40, 0x41:
                guard offset < code.byteCount else {
                    unfinished += 1
                    return
                }
                offset += 1 + Int(code.byte(at: offset)) * (opcode == 0x41 ? 2 : 1)
            case 0xB0...0xB7: offset += Int(opcode) - 0xAF
            case 0xB8...0xBF: offset += 2 * (Int(opcode) - 0xB7)
            case 0x89: definesInstructions = true
            case 0x28, 0x7B, 0x83, 0x84, 0x8F, 0x90, 0x93...0xAF:
                isUndefined = true
                if opcode == 0x8F || opcode == 0x90 { isSuspicious = true }
                undefinedInstructions.insert(opcode)
            default: break
            }
        }
        if isUndefined { undefined += 1 }
        if isSuspicious { suspicious += 1 }
        if offset > code.byteCount { unfinished += 1 }
    }

    /// The warning about the programs, if there is a problem.
    var warning: Violation? {
        // Which of the other instructions a font defines is known only when its programs run.
        let strange = definesInstructions ? suspicious : undefined
        let instructions =
            definesInstructions
            ? undefinedInstructions.intersection(Self.suspiciousInstructions) : undefinedInstructions
        var sentences: [String] = []
        if strange > 0 {
            let names = instructions.sorted().map { "0x" + String($0, radix: 16, uppercase: true) }
            let list = names.prefix(Self.namedInstructions).joined(separator: ", ")
            let rest = names.count > Self.namedInstructions ? " and others" : ""
            sentences.append(
                "\(Self.programs(strange, "has", "have")) instructions that are not defined: \(list)\(rest).")
        }
        if unfinished > 0 {
            sentences.append("\(Self.programs(unfinished, "ends", "end")) in the middle of an instruction.")
        }
        return sentences.isEmpty ? nil : .warning("TrueType instructions", sentences.joined(separator: " "))
    }

    /// The number of undefined instructions that a warning names.
    private static let namedInstructions = 4

    private static func programs(_ count: Int, _ singular: String, _ plural: String) -> String {
        count == 1 ? "1 program \(singular)" : "\(count) programs \(plural)"
    }
}
