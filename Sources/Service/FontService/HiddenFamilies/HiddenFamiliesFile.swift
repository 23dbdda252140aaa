internal import LinuxSystem
internal import SystemPackage

/// The file of fontconfig's configuration that hides families of the system from the user's programs.
///
/// Source: fonts-conf(5), "selectfont". Debian and other distributions read the directory, as specified in
/// `50-user.conf`.
struct HiddenFamiliesFile: Sendable {
    /// The absolute path.
    let path: String

    /// The directory of the file.
    var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// Creates a reference to the file in the user's configuration directory.
    ///
    /// - Parameter configuration: The directory's absolute path, such as `/home/alice/.config`.
    init(configuration: String) { path = "\(configuration)/fontconfig/conf.d/60-typecase-hidden.conf" }

    /// The families that the file hides, in its order; empty if there is no file.
    ///
    /// Blocks.
    ///
    /// - Throws: The error of the system.
    func families() throws(Errno) -> [String] {
        guard let text = try SmallFile(path: path).read() else { return [] }
        return Self.families(in: text)
    }

    /// The families in a text written by this type, or by a person after its example.
    static func families(in text: String) -> [String] {
        text.split(separator: Self.opening).dropFirst().compactMap { rest in
            rest.firstRange(of: Self.closing).map { Self.unescaped(String(rest[..<$0.lowerBound])) }
        }
    }

    /// Durably hides families in place of the previous ones; if there are none, the file is removed.
    ///
    /// Blocks. Only one process of the user does this at a time.
    ///
    /// - Parameter families: The names.
    /// - Throws: The error of the system; the previous families then stay hidden.
    func replace(with families: [String]) throws(Errno) {
        guard !families.isEmpty else {
            try SmallFile(path: path).remove()
            return try FileSystem.synchronizeDirectory(of: path)
        }
        try FileSystem.makeDirectories(directory, mode: 0o700)
        try SmallFile(path: path).replace(with: Self.text(hiding: families), isDurable: true)
    }

    /// The text of the file.
    static func text(hiding families: [String]) -> String {
        """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <!-- Families that you hide from programs; `typecase enable FAMILY` shows one again. -->
        <fontconfig>
          <selectfont>
            <rejectfont>
        \(families.map { "      \(opening)\(escaped($0))\(closing)\n" }.joined())    </rejectfont>
          </selectfont>
        </fontconfig>

        """
    }

    private static let opening = "<pattern><patelt name=\"family\"><string>"
    private static let closing = "</string></patelt></pattern>"
    private static let entities = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]

    private static func escaped(_ text: String) -> String {
        entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static func unescaped(_ text: String) -> String {
        entities.reversed().reduce(text) { $0.replacing($1.1, with: $1.0) }
    }
}
