@testable import AlternateIcons
import FontModel
import ProviderManifests
import TestSupport
import Testing

/// Where the icons of each kind of application are declared.
struct DeclaredIconsTests {
    private static let icons = #""alternate-icons": [{"name": "night", "icon": "ID.night"}]"#

    private func manifest(_ id: String) -> String {
        "{\"version\": 2, \"id\": \"\(id)\", \"name\": \"A\", \(Self.icons.replacing("ID", with: id))}"
    }

    private func declared(_ scratch: ScratchDirectory) -> DeclaredIcons {
        DeclaredIcons(
            manifests: ManifestSearch(environment: ["XDG_DATA_DIRS": scratch["share"], "HOME": scratch["home"]]),
            snapDirectories: [scratch["other"], scratch["snap"]])
    }

    @Test func `A snap has its manifest within, whatever its provider is called`() throws {
        let scratch = try ScratchDirectory(name: "declared")
        let snap = IconHome.caller("snap.editor", .snap)
        #expect(declared(scratch).declaration(of: snap).icons.isEmpty)
        #expect(declared(scratch).obstacle(for: snap)?.code == .assetNotFound)
        let place = "snap/editor/current/usr/share/typecase/providers"
        try scratch.write(manifest("org.example.Editor"), to: "\(place)/org.example.Editor.json")
        let found = declared(scratch).declaration(of: snap)
        #expect(found.icons.map(\.name) == ["night"] && found.isBundled && !found.allowsOthers)
        #expect(
            found.directory.hasSuffix("snap/editor/current/usr/share/typecase/providers/../assets/org.example.Editor"))
        #expect(declared(scratch).declaration(of: IconHome.caller("snap.other", .snap)).icons.isEmpty)
        // Which one it would be, nobody knows.
        try scratch.write(manifest("org.example.Second"), to: "\(place)/org.example.Second.json")
        #expect(declared(scratch).declaration(of: snap).icons.isEmpty)
    }

    @Test func `An AppImage has its manifest in its mount, and an installed application in a directory of data`() throws
    {
        let scratch = try ScratchDirectory(name: "declared")
        var image = IconHome.caller("appimage.Drawing", .appImage, program: "/opt/Drawing.AppImage")
        #expect(declared(scratch).declaration(of: image).icons.isEmpty)
        image.applicationDirectory = scratch["mount"]
        try scratch.write(
            manifest("org.example.Drawing"), to: "mount/usr/share/typecase/providers/org.example.Drawing.json")
        #expect(declared(scratch).declaration(of: image).icons.map(\.name) == ["night"])
        let installed = IconHome.caller("org.example.Drawing")
        #expect(declared(scratch).declaration(of: installed).icons.isEmpty)
        try scratch.write(manifest("org.example.Drawing"), to: "share/typecase/providers/org.example.Drawing.json")
        let found = declared(scratch).declaration(of: installed)
        #expect(found.icons.map(\.name) == ["night"] && !found.isBundled)
    }
}
