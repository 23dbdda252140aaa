internal import FontService
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The user's settings that tell what the desktop makes of text, where no portal does.
struct TextScaleSettings: Sendable {
    /// The path of the factor in dconf: `text-scaling-factor` of `org.gnome.desktop.interface`.
    static let key = "/org/gnome/desktop/interface/text-scaling-factor"
    /// The seconds that GSettings may take.
    private static let patience = 5
    /// The most bytes of a file.
    private static let maximumSize = 1 << 20
    /// The resolution of fonts that stands for a factor of 1, in Plasma as elsewhere.
    private static let usualResolution = 96.0

    private let environment: [String: String]
    private let directory: String?
    /// The keys of the resolution of fonts, the first that is set counting.
    private let resolutionKeys: [String]

    /// Finds the user's configuration.
    ///
    /// - Parameter environment: The environment of the daemon.
    init(environment: [String: String]) {
        self.environment = environment
        directory =
            BaseDirectories.directory(environment["XDG_CONFIG_HOME"]) ?? environment["HOME"].map { "\($0)/.config" }
        // Where the session does not say what it is, Plasma's own default is taken first.
        let isOnX = environment["XDG_SESSION_TYPE"] == "x11"
        let isOnWayland = environment["XDG_SESSION_TYPE"] == "wayland" || environment["WAYLAND_DISPLAY"] != nil
        resolutionKeys =
            isOnX ? ["forceFontDPI"] : ["forceFontDPIWayland"] + (isOnWayland ? [] : ["forceFontDPI"])
    }

    /// The factor that GSettings holds; `nil` where it holds none, or is not installed.
    ///
    /// Blocks. A program of GLib's is asked, as GLib has threads of its own, and no place in the service.
    func gsettings() -> DesktopTextScale? {
        let question = ["gsettings", "get", "org.gnome.desktop.interface", "text-scaling-factor"]
        guard
            let outcome = try? SystemProgram.run(
                question, environment: environment, outputLimit: 64, seconds: Self.patience),
            outcome.succeeded, let text = String(validating: outcome.output, as: UTF8.self),
            let factor = Double(text.filter { !$0.isWhitespace }),
            // What it says where nothing is set.
            factor != 1
        else { return nil }
        return DesktopTextScale(factor: factor, source: .dconf)
    }

    /// The factor that follows from the resolution which Plasma was told for fonts; `nil` where it was told none.
    ///
    /// Blocks.
    ///
    /// Source: plasma-workspace 5.27, startkde and kcms/fonts: `kcmfonts`, group `General`, `forceFontDPI` of sessions on
    /// X11 and `forceFontDPIWayland` of those on Wayland; 0 is none.
    func plasma() -> DesktopTextScale? {
        guard let directory, let bytes = Self.bytes(of: "\(directory)/kcmfonts"),
            let file = KeyFile(String(decoding: bytes, as: UTF8.self)),
            let resolution = resolutionKeys.lazy.compactMap({ file["General", $0].flatMap(Double.init) })
                .first(where: { $0 > 0 })
        else { return nil }
        return DesktopTextScale(factor: resolution / Self.usualResolution, source: .plasma)
    }

    /// The bytes of a file; `nil` where it cannot be read or is too large.
    private static func bytes(of path: String) -> [UInt8]? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return nil }
        let file = OwnedFileDescriptor(adopting: number)
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= Self.maximumSize {
            guard let count = try? retryingInterrupts({ read(file.rawValue, &part, part.count) }) else { return nil }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
        return nil
    }
}
