internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Reports whether programs wait for the processors of this machine, as measured by the kernel.
///
/// Source: Documentation/accounting/psi.rst of Linux: `some avg10` is the share of the last ten seconds, in percent, in
/// which at least one task waited for a processor.
struct MachineLoad: Sendable {
    /// The path at which the kernel provides the value.
    static let usualPath = "/proc/pressure/cpu"
    /// The percentage from which the machine counts as busy.
    private static let bound = 25.0

    /// The file.
    let path: String

    /// Whether the machine is busy; `false` if the kernel does not provide the value.
    var isHigh: Bool {
        guard let bytes = try? OwnedFileDescriptor.reading(path).contents(limit: 4096) else { return false }
        return Self.share(in: String(decoding: bytes, as: UTF8.self)).map { $0 >= Self.bound } ?? false
    }

    /// The percentage in the text of the file; `nil` if there is none.
    static func share(in text: String) -> Double? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("some ") }
        let field = line?.split(separator: " ").first { $0.hasPrefix("avg10=") }
        return field.flatMap { Double($0.dropFirst("avg10=".count)) }
    }
}
