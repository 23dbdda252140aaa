import AlternateIcons
import FontModel
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

/// A home, a system with applications, and the icons that are set.
struct IconHome {
    static let application = ProviderIdentifier(applicationID: "org.example.App") ?? .user
    static let fileName = "org.example.App.desktop"
    static let entry = """
        [Desktop Entry]
        Type=Application
        Name=Example
        Name[de]=Beispiel
        Exec=/usr/bin/true %U
        Icon=org.example.App
        Actions=new;

        [Desktop Action new]
        Name=New
        Exec=/usr/bin/true --new

        """

    let scratch: ScratchDirectory
    var overrides: IconOverrides

    init() throws {
        scratch = try ScratchDirectory(name: "icons")
        try scratch.makeDirectory("home/share/applications")
        try scratch.makeDirectory("state")
        overrides = Self.overrides(in: scratch.path)
        try install(Self.entry)
    }

    /// The icons of a home.
    static func overrides(in path: String) -> IconOverrides {
        IconOverrides(
            entries: IconEntries(
                dataHome: "\(path)/home/share",
                environment: ["XDG_DATA_DIRS": "\(path)/first:\(path)/system"],
                flatpakInstallations: ["\(path)/flatpak"], snapDirectory: "\(path)/snapd",
                snapMounts: ["\(path)/snap"]),
            dataHome: "\(path)/home/share", stateDirectory: "\(path)/state")
    }

    /// Puts an entry of the application into the system.
    func install(_ entry: String, at path: String = "system/applications/\(fileName)") throws {
        try scratch.write(entry, to: path)
    }

    static func caller(
        _ provider: String = application.rawValue, _ kind: FontModel.CallerIdentity.Kind = .application,
        program: String? = nil
    ) -> FontModel.CallerIdentity {
        var caller = FontModel.CallerIdentity(
            kind: kind, applicationID: provider, displayName: provider,
            provider: ProviderIdentifier(rawValue: provider) ?? .user, processID: 0)
        caller.program = program
        return caller
    }

    /// Pictures of which only the bytes matter.
    static func pictures(_ text: String) -> IconOverrides.Content {
        .pictures([16, 48].map { IconPicture(size: $0, png: Array("\(text) of \($0)".utf8)) })
    }

    func set(_ name: String, _ content: String? = nil, for caller: FontModel.CallerIdentity = caller()) throws {
        try Self.set(name, content, for: caller, in: overrides)
    }

    static func set(
        _ name: String, _ content: String? = nil, for caller: FontModel.CallerIdentity = caller(),
        in overrides: IconOverrides
    ) throws {
        let source = try overrides.entries.source(of: caller)
        try overrides.set(name, pictures(content ?? name), in: source, of: caller.provider)
    }

    /// The merged entry; `nil` where there is none.
    var merged: String? {
        (try? SmallFile(path: scratch["home/share/applications/\(Self.fileName)"]).read()) ?? nil
    }

    /// All files below the home and the state, with nothing of what is empty.
    var files: [String] {
        ["home", "state"].flatMap { TreeListing(scratch[$0]).files.keys }
            .map { String($0.dropFirst(scratch.path.utf8.count + 1)) }.sorted()
    }

    /// The files of one icon that is set, whose name in the theme is known.
    static func files(of icon: String) -> [String] {
        [
            "home/share/applications/\(fileName)", "home/share/icons/hicolor/16x16/apps/\(icon).png",
            "home/share/icons/hicolor/48x48/apps/\(icon).png", "state/icons/\(fileName)",
        ]
    }
}
