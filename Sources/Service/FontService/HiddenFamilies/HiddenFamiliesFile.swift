internal import LinuxSystem
internal import SystemPackage

/// The file of fontconfig's configuration that hides families of the system from the user's programs.
///
/// Source: fonts-conf(5), "selectfont". Debian and others read the directory as `50-user.conf` says.
struct HiddenFamiliesFile: Sendable {
    /// The absolute path.
    let path: String

    /// The directory that it is in.
    var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// Names the file in the user's directory of configuration.
    ///
    /// - Parameter configuration: The directory's absolute path, such as `/home/alice/.config`.
    init(configuration: String) { path = "\(configuration)/fontconfig/conf.d/60-typecase-hidden.conf" }

    /// The families that it hides, in its order; none where there is no file.
    ///
    /// Blocks.
    ///
    /// - Throws: What the system said.
    func families() throws(Errno) -> [String] {
        guard let text = try SmallFile(path: path).read() else { return [] }
        return Self.families(in: text)
    }

    /// The families of a text that this type has written, or somebody by its example.
    static func families(in text: String) -> [String] {
        text.split(separator: Self.opening).dropFirst().compactMap { rest in
            rest.firstRange(of: Self.closing).map { Self.unescaped(String(rest[..<$0.lowerBound])) }
        }
    }

    /// Hides families, in place of those before, durably; without any the file goes.
    ///
    /// Blocks. Only one process of the user does this at a time.
    ///
    /// - Parameter families: The names.
    /// - Throws: What the system said; then the old ones are hidden.
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
