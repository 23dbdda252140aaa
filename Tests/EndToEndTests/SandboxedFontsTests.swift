internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// A sandbox with the mounts that Flatpak makes for fonts, and a program in it that lives through changes outside.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("an unprivileged user may make sandboxes") { await RunningDaemon.canMakeSandboxes() })
struct SandboxedFontsTests {
    /// On each line of input, lists the fonts with a fresh process and tries to read and to change every file of them.
    private static let program = #"""
        while read -r line; do
          echo "begin $line"
          fc-list --format '%{family}\t%{file}\n' | sort | while IFS="$(printf '\t')" read -r family file; do
            head -c 4 "$file" >/dev/null 2>&1 && readable=readable || readable=unreadable
            writable=fixed
            (: >>"$file") 2>/dev/null && writable=changed
            rm -f "$file" 2>/dev/null && writable=removed
            mv "$file" "$file.moved" 2>/dev/null && writable=moved
            (: >"${file%/*}/new.ttf") 2>/dev/null && writable=added
            chmod 600 "$file" 2>/dev/null && writable=permitted
            echo "$family:${file%/*/*}:$readable:$writable"
          done
          echo "end $line"
        done
        """#

    @Test(
        "A running sandbox sees fonts come, be disabled and go, can read each of them and change none",
        arguments: [false, true])
    func liveChanges(inDotFonts: Bool) async throws {
        let home = try ScratchHome()
        // Flatpak decides at the start of the sandbox which directory it shows.
        let host = inDotFonts ? try home.scratch.makeDirectory("home/.fonts") : home.userFontDirectory
        if !inDotFonts { try home.scratch.makeDirectory("home/.local/share/fonts") }
        try await RunningDaemon.run(home: home) { daemon in
            _ = try await daemon.register(makeFont("First"))
            let sandbox = try startSandbox(home, fonts: host)
            let place = "/run/host/user-fonts/typecase"
            func look(_ name: String) async throws -> [String] {
                try sandbox.write("\(name)\n")
                try await sandbox.waitForOutput("end \(name)\n")
                let lines = sandbox.standardOutput.split(separator: "\n").map(String.init)
                let start = try #require(lines.firstIndex(of: "begin \(name)"))
                return Array(lines[(start + 1)...].prefix { $0 != "end \(name)" })
            }
            func line(_ family: String) -> String { "\(family):\(place):readable:fixed" }

            #expect(try await look("start") == [line("First")])
            let id = try await daemon.register(makeFont("Second"))
            #expect(try await look("added") == [line("First"), line("Second")])
            _ = try await daemon.setEnabled([id], false)
            #expect(try await look("disabled") == [line("First")])
            _ = try await daemon.setEnabled([id], true)
            #expect(try await look("enabled") == [line("First"), line("Second")])
            _ = try await daemon.unregister([id])
            #expect(try await look("removed") == [line("First")])
            #expect(try await daemon.fontconfigFamilies() == ["First"], "nothing was harmed outside")
            sandbox.closeInput()
            #expect(await sandbox.wait().succeeded)
        }
    }

    /// Starts the program in a sandbox that sees the user's fonts and their caches where Flatpak puts them.
    private func startSandbox(_ home: ScratchHome, fonts: String) throws -> ChildProcess {
        let remapping = try home.scratch.write(
            """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig><remap-dir as-path="\(fonts)">/run/host/user-fonts</remap-dir></fontconfig>

            """, to: "sandbox/font-dirs.xml")
        let configuration = try home.scratch.write(
            """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              <dir>/run/host/user-fonts</dir>
              <cachedir>/run/host/user-fonts-cache</cachedir>
              <cachedir>/tmp/own-cache</cachedir>
              <include ignore_missing="yes">/run/host/font-dirs.xml</include>
            </fontconfig>

            """, to: "sandbox/fonts.conf")
        var arguments = ["--die-with-parent", "--unshare-all", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
        for directory in ["/usr", "/bin", "/lib", "/lib64", "/etc"] {
            arguments += ["--ro-bind-try", directory, directory]
        }
        arguments += [
            "--ro-bind", fonts, "/run/host/user-fonts",
            "--ro-bind", home.fontconfigCacheDirectory, "/run/host/user-fonts-cache",
            "--ro-bind", remapping, "/run/host/font-dirs.xml", "--ro-bind", configuration, "/run/host/fonts.conf",
            "--setenv", "FONTCONFIG_FILE", "/run/host/fonts.conf", "/bin/sh", "-c", Self.program,
        ]
        return try ChildProcess(
            "/usr/bin/bwrap", arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8"],
            acceptsInput: true)
    }
}
