internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Tells whether programs wait for the processors of this machine, as the kernel measures it.
///
/// Source: Documentation/accounting/psi.rst of Linux: `some avg10` is the share of the last ten seconds, in percent, in
/// which at least one task waited for a processor.
struct MachineLoad: Sendable {
    /// Where the kernel tells it.
    static let usualPath = "/proc/pressure/cpu"
    /// From how many percent on the machine is busy.
    private static let bound = 25.0

    /// The file.
    let path: String

    /// Whether the machine is busy; `false` where the kernel does not tell.
    var isHigh: Bool {
        guard let bytes = try? OwnedFileDescriptor.reading(path).contents(limit: 4096) else { return false }
        return Self.share(in: String(decoding: bytes, as: UTF8.self)).map { $0 >= Self.bound } ?? false
    }

    /// The percentage in the text of the file; `nil` where there is none.
    static func share(in text: String) -> Double? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("some ") }
        let field = line?.split(separator: " ").first { $0.hasPrefix("avg10=") }
        return field.flatMap { Double($0.dropFirst("avg10=".count)) }
    }
}
