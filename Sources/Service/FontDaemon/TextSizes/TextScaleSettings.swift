internal import FontService
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The user's settings that determine the desktop's text scale if no portal reports it.
struct TextScaleSettings: Sendable {
    /// The path of the factor in dconf: `text-scaling-factor` of `org.gnome.desktop.interface`.
    static let key = "/org/gnome/desktop/interface/text-scaling-factor"
    /// The timeout for GSettings in seconds.
    private static let patience = 5
    /// The largest file in bytes.
    private static let maximumSize = 1 << 20
    /// The font resolution that corresponds to a factor of 1, in Plasma and elsewhere.
    private static let usualResolution = 96.0

    private let environment: [String: String]
    private let directory: String?
    /// The keys of the font resolution; the first one that is set applies.
    private let resolutionKeys: [String]

    /// Creates the settings by locating the user's configuration.
    ///
    /// - Parameter environment: The environment of the daemon.
    init(environment: [String: String]) {
        self.environment = environment
        directory =
            BaseDirectories.directory(environment["XDG_CONFIG_HOME"]) ?? environment["HOME"].map { "\($0)/.config" }
        // If the type of the session is not known, Plasma's own default comes first.
        let isOnX = environment["XDG_SESSION_TYPE"] == "x11"
        let isOnWayland = environment["XDG_SESSION_TYPE"] == "wayland" || environment["WAYLAND_DISPLAY"] != nil
        resolutionKeys =
            isOnX ? ["forceFontDPI"] : ["forceFontDPIWayland"] + (isOnWayland ? [] : ["forceFontDPI"])
    }

    /// The factor in GSettings; `nil` if it is not set, or GSettings is not installed.
    ///
    /// Blocks. This runs GLib's program, because GLib itself starts threads and must not be loaded into the service.
    func gsettings() -> DesktopTextScale? {
        let question = ["gsettings", "get", "org.gnome.desktop.interface", "text-scaling-factor"]
        guard
            let outcome = try? SystemProgram.run(
                question, environment: environment, outputLimit: 64, seconds: Self.patience),
            outcome.succeeded, let text = String(validating: outcome.output, as: UTF8.self),
            let factor = Double(text.filter { !$0.isWhitespace }),
            // 1 is also the value if nothing is set.
            factor != 1
        else { return nil }
        return DesktopTextScale(factor: factor, source: .dconf)
    }

    /// The factor from the font resolution in Plasma's settings; `nil` if none is set.
    ///
    /// Blocks.
    ///
    /// Source: plasma-workspace 5.27, startkde and kcms/fonts: `kcmfonts`, group `General`, `forceFontDPI` for sessions
    /// on X11 and `forceFontDPIWayland` for those on Wayland; 0 means none.
    func plasma() -> DesktopTextScale? {
        guard let directory, let bytes = Self.bytes(of: "\(directory)/kcmfonts"),
            let file = KeyFile(String(decoding: bytes, as: UTF8.self)),
            let resolution = resolutionKeys.lazy.compactMap({ file["General", $0].flatMap(Double.init) })
                .first(where: { $0 > 0 })
        else { return nil }
        return DesktopTextScale(factor: resolution / Self.usualResolution, source: .plasma)
    }

    /// The bytes of a file; `nil` if it cannot be read or is too large.
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
