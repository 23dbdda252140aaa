import AlternateIcons
import FontModel
import LinuxSystem
import Testing

/// What becomes of a desktop entry that gets another icon.
struct DesktopEntryTextTests {
    private let mark = IconMark(
        name: "night", icon: "org.a.typecase-night-1", source: "/s.desktop", application: "org.a")

    private func merged(_ text: String, tryExec: String? = nil) throws -> String {
        let bytes = try DesktopEntryText(Array(text.utf8)).merged(icon: mark.icon, mark: mark, tryExec: tryExec)
        let found = try #require(IconMark(of: try DesktopEntryText(bytes)), "the entry is not known again")
        #expect(found.name == "night" && found.icon == mark.icon && found.source == "/s.desktop")
        #expect(found.sourceHash == FileDigest.of(Array(text.utf8)).hexadecimal)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The lines that are not marks.
    private func rest(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !$0.hasPrefix("X-Typecase-") }
    }

    @Test func `All but the icons stays as it was, byte for byte`() throws {
        let text = """
            # A comment with Icon=a
            [Desktop Entry]
            Name=A
            Icon = usual
            Icon[de]=anders
            IconTheme=x
            NoDisplay=true
            DBusActivatable=true

            [Desktop Action new]
            Icon=new
            [X-Other]
            Icon=other
            """
        #expect(
            rest(try merged(text)) == [
                "# A comment with Icon=a", "[Desktop Entry]", "Name=A", "Icon=org.a.typecase-night-1",
                "Icon[de]=org.a.typecase-night-1", "IconTheme=x", "NoDisplay=true", "DBusActivatable=true", "",
                "[Desktop Action new]", "Icon=org.a.typecase-night-1", "[X-Other]", "Icon=other",
            ])
    }

    @Test func `An entry without an icon gets one, and none is there twice`() throws {
        let text = try merged("[Desktop Entry]\nName=A\n[Desktop Action b]\nName=B\n")
        #expect(
            rest(text) == [
                "[Desktop Entry]", "Icon=org.a.typecase-night-1", "Name=A", "[Desktop Action b]", "Name=B", "",
            ])
        let twice = try merged("[Desktop Entry]\nName=A\n[Desktop Entry]\nIcon=b\n")
        #expect(rest(twice).count { $0.hasPrefix("Icon=") } == 1)
    }

    @Test func `Ends of lines stay as they are`() throws {
        let text = try merged("[Desktop Entry]\r\nName=A\r\nIcon=a\r\n")
        #expect(!text.replacing("\r\n", with: "").contains("\n"))
        #expect(try merged("[Desktop Entry]\nIcon=a").hasSuffix("Icon=org.a.typecase-night-1\n"))
    }

    @Test func `A program that goes hides the entry`() throws {
        #expect(try merged("[Desktop Entry]\nExec=a\n", tryExec: "/usr/bin/a").contains("\nTryExec=/usr/bin/a\n"))
        let own = try merged("[Desktop Entry]\nTryExec=b\n", tryExec: "/usr/bin/a")
        #expect(own.contains("TryExec=b") && !own.contains("/usr/bin/a"))
    }

    @Test(arguments: [
        ("Exec=/usr/bin/a --new %U", "/usr/bin/a"), ("Exec=a", "a"), ("Exec=env A=b /snap/bin/a %u", "/snap/bin/a"),
        ("Exec=\"/opt/a b/c\"", nil), ("Name=A", nil), ("Exec=env -u B a", nil),
        ("Exec=/usr/bin/env -C /opt A=b a", nil),
        ("Exec=/usr/bin/env A=b C=d a", "a"), ("Exec=./a", nil), ("Exec=bin/a", nil), ("Exec=A=b c", nil),
    ])
    func `The program is what the command line starts`(line: String, program: String?) throws {
        let text = try DesktopEntryText(Array("[Desktop Entry]\n\(line)\n".utf8))
        #expect(text.program(at: "/usr/share/applications/a.desktop") == program)
        #expect(
            text.program(at: "/var/lib/flatpak/exports/share/applications/org.a.desktop")
                == "/var/lib/flatpak/exports/bin/org.a")
    }

    @Test func `An entry that was edited, or only says that it is ours, is not known again`() throws {
        let text = try merged("[Desktop Entry]\nName=A\nIcon=a\n")
        for other in [text.replacing("Name=A", with: "Name=B"), text + "#\n", text.replacing("night", with: "day")] {
            #expect(IconMark(of: try DesktopEntryText(Array(other.utf8))) == nil)
        }
        // Marks in comments are none.
        for key in ["Application", "Hash", "Icon"] {
            let commented = try merged(
                "# X-Typecase-\(key)=a\n[Desktop Entry]\n# X-Typecase-\(key)=b\nName=A\nIcon=a\n")
            #expect(commented.hasPrefix("# X-Typecase-\(key)=a\n[Desktop Entry]\n"))
        }
        // A source with marks of its own has nothing of them in the end.
        let marked = try merged("[Desktop Entry]\nX-Typecase-Source=/etc/passwd\nX-Typecase-Hash=0\nIcon=a\n")
        #expect(!marked.contains("/etc/passwd"))
    }

    @Test(arguments: ["", "Name=A\n", "[Other]\nName=A\n", "\u{0}\u{1}"])
    func `What is no desktop entry is refused`(text: String) {
        #expect(throws: FontError.self) { _ = try DesktopEntryText(Array(text.utf8)) }
    }

    @Test func `What is too large is refused`() {
        let text = "[Desktop Entry]\n" + String(repeating: "#\n", count: DesktopEntryText.maximumSize / 2)
        #expect(throws: FontError.self) { _ = try DesktopEntryText(Array(text.utf8)) }
    }
}
