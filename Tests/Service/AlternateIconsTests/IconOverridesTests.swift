import AlternateIcons
import FontModel
import Glibc
import InspectionProtocol
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// The files of icons: what is there in each state, and after whatever happens.
struct IconOverridesTests {
    private func error(_ body: () throws -> Void) -> FontError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FontError
        }
    }

    @Test func `An icon is an entry, its pictures and a note, and reset leaves nothing`() throws {
        let home = try IconHome()
        try home.set("night")
        let setting = try #require(home.overrides.setting(of: IconHome.fileName))
        #expect(setting.mark.name == "night" && setting.title == "Example")
        #expect(home.files == IconHome.files(of: setting.mark.icon))
        #expect(home.merged?.contains("Icon=\(setting.mark.icon)\n") == true)
        #expect(home.overrides.settings() == [setting])
        #expect(try home.overrides.reset(IconHome.fileName))
        #expect(home.files == [])
        #expect(try !home.overrides.reset(IconHome.fileName))
    }

    @Test func `Another content has another name, and a hundred changes leave one set`() throws {
        let home = try IconHome()
        var icons: Set<String> = []
        for number in 0..<100 {
            try home.set("skin", "content \(number)")
            icons.insert(try #require(home.overrides.setting(of: IconHome.fileName)).mark.icon)
        }
        #expect(icons.count == 100)
        let last = try #require(home.overrides.setting(of: IconHome.fileName)).mark.icon
        #expect(home.files == IconHome.files(of: last))
    }

    @Test func `Programs that run see a change of the theme in a second of its own`() throws {
        let home = try IconHome()
        try home.set("a")
        var times: Set<Int64> = []
        for name in ["b", "c", "d"] {
            try home.set(name)
            let status = try FileStatus(path: home.scratch["home/share/icons/hicolor"])
            times.insert(status.stamp.modificationNanoseconds / 1_000_000_000)
        }
        #expect(times.count == 3)
    }

    @Test func `An upgrade is merged again, and an uninstallation takes all of it`() throws {
        let home = try IconHome()
        try home.set("night")
        #expect(!home.overrides.hasChanges)
        try home.install(IconHome.entry.replacing("/usr/bin/true", with: "/usr/bin/false"))
        #expect(home.overrides.hasChanges)
        #expect(home.overrides.settle() == [IconHome.fileName])
        #expect(home.merged?.contains("Exec=/usr/bin/false %U") == true)
        #expect(home.overrides.setting(of: IconHome.fileName)?.mark.name == "night")
        #expect(!home.overrides.hasChanges && home.overrides.settle() == [])
        home.scratch.remove("system/applications/\(IconHome.fileName)")
        #expect(home.overrides.hasChanges)
        #expect(home.overrides.settle() == [IconHome.fileName])
        #expect(home.files == [] && !home.overrides.hasChanges)
    }

    @Test func `An entry on a medium that is away stays as it is`() throws {
        let home = try IconHome()
        try home.set("night")
        let before = home.files
        home.scratch.remove("system")
        #expect(home.overrides.settle() == [])
        #expect(home.files == before)
    }

    @Test func `An entry that the user wrote or edited is never touched`() throws {
        let home = try IconHome()
        let path = "home/share/applications/\(IconHome.fileName)"
        try home.scratch.write("[Desktop Entry]\nName=Mine\n", to: path)
        #expect(error { try home.set("night") }?.code == .insufficientPermissions)
        #expect(home.merged == "[Desktop Entry]\nName=Mine\n" && home.files == [path])
        home.scratch.remove(path)
        try home.set("night")
        let icon = try #require(home.overrides.setting(of: IconHome.fileName)).mark.icon
        let edited = try #require(home.merged) + "# mine\n"
        try home.scratch.write(edited, to: path)
        #expect(error { try home.set("day") }?.code == .insufficientPermissions)
        #expect(try !home.overrides.reset(IconHome.fileName))
        _ = home.overrides.settle()
        // What it names is still there.
        #expect(home.merged == edited && home.overrides.theme.has(icon))
        home.scratch.remove("system/applications/\(IconHome.fileName)")
        _ = home.overrides.settle()
        #expect(home.merged == edited)
    }

    @Test func `A home that cannot be written is told before anything is tried`() throws {
        let home = try IconHome()
        chmod(home.scratch["home/share/applications"], 0o500)
        defer { chmod(home.scratch["home/share/applications"], 0o700) }
        let refusal = error { try home.set("night") }
        #expect(refusal?.code == .readOnly && home.files == [])
    }

    @Test func `What fails in the middle leaves the icon as it was`() throws {
        let home = try IconHome()
        try home.set("night")
        let before = (home.merged, home.files)
        // A file in the place of a directory of the theme.
        try home.scratch.write("", to: "home/share/icons/hicolor/22x22")
        let source = try home.overrides.entries.source(of: IconHome.caller())
        let pictures = IconOverrides.Content.pictures([
            .init(size: 16, png: [1]), .init(size: 22, png: [2]),
        ])
        #expect(error { try home.overrides.set("day", pictures, in: source, of: IconHome.application) } != nil)
        home.scratch.remove("home/share/icons/hicolor/22x22")
        #expect(home.merged == before.0 && home.files == before.1)
    }

    @Test func `A kill at any step leaves the old icon or the new one, and nothing else`() async throws {
        for action in ["first", "change", "reset"] {
            var step = 0
            while true {
                let home = try IconHome()
                if action != "first" { try home.set("old") }
                let (old, scratch) = (home.overrides.setting(of: IconHome.fileName), home.scratch.path)
                let result = await #expect(processExitsWith: .failure) {
                    [path = scratch as String, step = step as Int, action = action as String] in
                    var overrides = IconHome.overrides(in: path)
                    let countdown = Mutex(step)
                    overrides.beforeStep = {
                        let isDue = countdown.withLock { count in
                            count -= 1
                            return count < 0
                        }
                        if isDue { _ = kill(getpid(), SIGKILL) }
                    }
                    if action == "reset" {
                        try overrides.reset(IconHome.fileName)
                    } else {
                        try IconHome.set("new", in: overrides)
                    }
                    exit(7)
                }
                _ = home.overrides.settle()
                let setting = home.overrides.setting(of: IconHome.fileName)
                let name = setting?.mark.name
                #expect(name == old?.mark.name || name == (action == "reset" ? nil : "new"), "\(action), step \(step)")
                let expected = setting.map { IconHome.files(of: $0.mark.icon) } ?? []
                #expect(home.files == expected, "\(action), step \(step)")
                if result?.exitStatus == .exitCode(7) {
                    #expect(name == (action == "reset" ? nil : "new"))
                    break
                }
                #expect(result?.exitStatus == .signal(SIGKILL))
                step += 1
            }
            #expect(step >= 3, "\(action) has steps")
        }
    }

    // MARK: What others do

    @Test
    func `An entry that comes before its source is merged in its place, and one that hides it takes the icon away`()
        throws
    {
        let home = try IconHome()
        try home.set("night")
        let first = "first/applications/\(IconHome.fileName)"
        try home.install("[Desktop Entry]\nName=First\nExec=/usr/bin/true\nIcon=a\n", at: first)
        #expect(home.overrides.hasChanges)
        #expect(home.overrides.settle() == [IconHome.fileName] && !home.overrides.hasChanges)
        #expect(home.merged?.contains("Name=First") == true)
        #expect(home.overrides.setting(of: IconHome.fileName)?.mark.source == home.scratch[first])
        try home.install("[Desktop Entry]\nHidden=true\n", at: first)
        #expect(home.overrides.settle() == [IconHome.fileName] && home.files == [])
        // The entry of another application with the same id.
        home.scratch.remove(first)
        try home.set("night")
        try home.install("[Desktop Entry]\nName=Other\nX-Flatpak=org.example.App\n", at: first)
        #expect(home.overrides.settle() == [IconHome.fileName] && home.files == [])
    }

    @Test func `A snap keeps its icon while it is exchanged for another revision`() throws {
        let home = try IconHome()
        let snap = IconHome.caller("snap.editor", .snap)
        let (fileName, entry) = ("editor_editor.desktop", "snapd/applications/editor_editor.desktop")
        try home.install("[Desktop Entry]\nName=Editor\n", at: entry)
        try home.scratch.makeDirectory("snap/editor/7")
        try home.set("night", for: snap)
        home.scratch.remove(entry)
        #expect(home.overrides.settle() == [] && home.overrides.setting(of: fileName) != nil)
        home.scratch.remove("snap/editor")
        #expect(home.overrides.settle() == [fileName] && home.files == [])
    }

    @Test func `Icons whose notes are lost are found again`() throws {
        let home = try IconHome()
        try home.set("night")
        let before = home.files
        home.scratch.remove("state/icons")
        #expect(home.overrides.settings().isEmpty)
        #expect(home.overrides.settle() == [] && home.files == before && !home.overrides.hasChanges)
        #expect(home.overrides.settings().map(\.mark.name) == ["night"])
    }

    @Test func `What cannot be read is not taken for gone`() throws {
        let home = try IconHome()
        try home.set("night")
        let before = home.files
        for path in ["home/share/applications/\(IconHome.fileName)", "system/applications/\(IconHome.fileName)"] {
            chmod(home.scratch[path], 0)
            #expect(home.overrides.settle() == [])
            chmod(home.scratch[path], 0o644)
            #expect(home.files == before, "\(path)")
        }
    }

    @Test func `Two applications of one name keep their pictures`() throws {
        let home = try IconHome()
        for name in ["a", "b"] {
            try home.install(
                "[Desktop Entry]\nName=Drawing\nExec=/opt/\(name).AppImage\n", at: "system/applications/\(name).desktop"
            )
            let image = IconHome.caller("appimage.Drawing", .appImage, program: "/opt/\(name).AppImage")
            try home.set(name, for: image)
        }
        let icons = home.overrides.settings().map(\.mark.icon)
        #expect(icons.count == 2 && icons.allSatisfy(home.overrides.theme.has))
        try home.overrides.reset("a.desktop")
        #expect(!home.overrides.theme.has(icons[0]) && home.overrides.theme.has(icons[1]))
    }

    @Test func `An icon of the theme has to be there, and goes when it goes`() throws {
        let home = try IconHome()
        let source = try home.overrides.entries.source(of: IconHome.caller())
        let content = IconOverrides.Content.theme("org.example.App.night")
        func set() throws -> Bool {
            try home.overrides.set("night", content, in: source, of: IconHome.application)
        }
        #expect(error { _ = try set() }?.code == .fileNotFound && home.files == [])
        let picture = "system/icons/hicolor/scalable/apps/org.example.App.night.svg"
        try home.scratch.write("", to: picture)
        #expect(try set())
        #expect(try !set(), "it is set already")
        home.scratch.remove(picture)
        #expect(home.overrides.settle() == [IconHome.fileName] && home.files == [])
    }

    // MARK: Entries

    @Test func `The entry that is shown counts, and only where it is of the caller`() throws {
        let home = try IconHome()
        try home.install("[Desktop Entry]\nName=First\n", at: "first/applications/\(IconHome.fileName)")
        #expect(try home.overrides.entries.source(of: IconHome.caller()).text["Name"] == "First")
        try home.install("[Desktop Entry]\nHidden=true\n", at: "first/applications/\(IconHome.fileName)")
        // The administrator has hidden it, and a merged entry would show it again.
        #expect(error { _ = try home.overrides.entries.source(of: IconHome.caller()) }?.code == .fileNotFound)
        home.scratch.remove("first/applications/\(IconHome.fileName)")
        #expect(try home.overrides.entries.source(of: IconHome.caller()).text["Name"] == "Example")
        let flatpak = IconHome.caller(IconHome.application.rawValue, .flatpak)
        #expect(error { _ = try home.overrides.entries.source(of: flatpak) }?.code == .insufficientPermissions)
        home.scratch.remove("system/applications/\(IconHome.fileName)")
        #expect(error { _ = try home.overrides.entries.source(of: flatpak) }?.code == .fileNotFound)
        let exported = "flatpak/exports/share/applications/\(IconHome.fileName)"
        try home.install("[Desktop Entry]\nX-Flatpak=org.example.Other\n", at: exported)
        #expect(error { _ = try home.overrides.entries.source(of: flatpak) }?.code == .insufficientPermissions)
        try home.install("[Desktop Entry]\nX-Flatpak=org.example.App\n", at: exported)
        let source = try home.overrides.entries.source(of: flatpak)
        #expect(source.path == home.scratch[exported])
        #expect(source.text.program(at: source.path) == home.scratch["flatpak/exports/bin/org.example.App"])
        let refusal = error { _ = try home.overrides.entries.source(of: IconHome.caller()) }
        #expect(refusal?.code == .insufficientPermissions)
    }

    @Test func `Snaps and AppImages have entries of other names`() throws {
        let home = try IconHome()
        let snap = IconHome.caller("snap.editor", .snap)
        try home.install("[Desktop Entry]\nName=Tool\n", at: "snapd/applications/editor_tool.desktop")
        #expect(try home.overrides.entries.source(of: snap).fileName == "editor_tool.desktop")
        try home.install("[Desktop Entry]\nName=Other\n", at: "snapd/applications/editor_other.desktop")
        #expect(error { _ = try home.overrides.entries.source(of: snap) }?.code == .fileNotFound)
        try home.install("[Desktop Entry]\nName=Editor\n", at: "snapd/applications/editor_editor.desktop")
        try home.set("night", for: snap)
        #expect(home.overrides.settings().map(\.fileName) == ["editor_editor.desktop"])
        let image = IconHome.caller("appimage.Drawing", .appImage, program: "/opt/Drawing.AppImage")
        #expect(error { _ = try home.overrides.entries.source(of: image) }?.code == .fileNotFound)
        let entry = "[Desktop Entry]\nName=Drawing\nExec=/opt/Drawing.AppImage %f\n"
        try home.install(entry, at: "home/share/applications/appimagekit_1-Drawing.desktop")
        #expect(error { _ = try home.overrides.entries.source(of: image) }?.code == .insufficientPermissions)
        try home.install(entry, at: "system/applications/drawing.desktop")
        #expect(try home.overrides.entries.source(of: image).fileName == "drawing.desktop")
    }

    @Test func `Processes that are no application have no icon`() throws {
        let home = try IconHome()
        for id in ["user", "package.bash", "session.a"] {
            let caller = IconHome.caller(id, .process)
            #expect(error { _ = try home.overrides.entries.source(of: caller) } != nil)
        }
    }
}
