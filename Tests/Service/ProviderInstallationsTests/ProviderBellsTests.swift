import FontModel
import LinuxSystem
import ProviderInstallations
import Testing

@Suite struct `The bells of providers` {
    private let bells = ProviderBells(
        environment: ["HOME": "/home/alice"],
        installations: ["/var/lib/flatpak", "/srv/flatpak", "/home/alice/.local/share/flatpak"])

    private func evidence(_ kind: InstallationEvidence.Kind, _ paths: String...) -> InstallationEvidence {
        InstallationEvidence(
            kind, files: paths.map { InstallationEvidence.File(path: $0, mountPoint: "/", fileSystem: 1) })
    }

    @Test func `that are always there are those of the unit`() throws {
        // This file is Tests/Service/ProviderInstallationsTests/ProviderBellsTests.swift.
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let unit = try #require(try SmallFile(path: "/\(root)/systemd/typecase-providers.path").read())
        let watched = unit.split(separator: "\n").filter { $0.hasPrefix("PathChanged=") }.map { $0.dropFirst(12) }
        // The unit watches the policy as well, which can deny a provider.
        let policy = ["/etc/typecase", "/usr/share/typecase"].flatMap { ["\($0)/policy.d", "\($0)/denied-fonts"] }
        #expect(Set(watched.map(String.init)) == ProviderBells.usual.union(policy))
    }

    @Test func `are enough for what package managers, Flatpak and snapd have installed where they usually do`() {
        let installed = [
            evidence(.manifest, "/usr/share/typecase/providers/org.example.Foundry.json"),
            evidence(.application, "/usr/share/applications/org.example.Foundry.desktop", "/usr/bin/foundry"),
            evidence(.application, "/usr/share/applications/org.example.Press.desktop", "/opt/press/press"),
            evidence(.flatpak, "/var/lib/flatpak/app/org.example.Foundry/current/active/metadata"),
            evidence(.flatpak, "/home/alice/.local/share/flatpak/app/org.example.Foundry/current/active/metadata"),
            evidence(
                .application, "/var/lib/flatpak/exports/share/applications/org.example.Foundry.desktop",
                "/var/lib/flatpak/app/org.example.Foundry/current/active/metadata"),
            evidence(.snap, "/snap/foundry/current"), evidence(.snap, "/var/lib/snapd/snap/foundry/current"),
            evidence(.application, "/home/alice/.local/share/applications/foundry.desktop", "/usr/bin/foundry"),
        ]
        #expect(bells.needed(for: installed) == [])
        #expect(bells.needed(for: [InstallationEvidence]()) == [])
    }

    @Test func `are missing where an AppImage lies, where dpkg alone knows, and where nobody usually looks`() {
        func needed(_ kind: InstallationEvidence.Kind, _ paths: String...) -> Set<String> {
            bells.needed(for: [
                InstallationEvidence(
                    kind, files: paths.map { InstallationEvidence.File(path: $0, mountPoint: "/", fileSystem: 1) })
            ])
        }
        #expect(needed(.appImage, "/home/alice/My Apps/F.AppImage") == ["/home/alice/My Apps/F.AppImage"])
        #expect(needed(.package, "/usr/bin/foundry", "/var/lib/dpkg/info/foundry.list") == ["/var/lib/dpkg/status"])
        #expect(
            needed(.manifest, "/nix/profile/share/typecase/providers/org.example.Foundry.json")
                == ["/nix/profile/share/typecase/providers"])
        #expect(
            needed(.flatpak, "/srv/flatpak/app/org.example.Foundry/current/active/metadata")
                == ["/srv/flatpak/.changed"])
        #expect(
            needed(.application, "/srv/flatpak/exports/share/applications/f.desktop", "/srv/flatpak/app/f/metadata")
                == ["/srv/flatpak/.changed"])
        #expect(
            needed(.application, "/usr/share/applications/kde/foundry.desktop") == ["/usr/share/applications/kde"])
        // Whoever removes the program may leave its entry.
        #expect(
            needed(.application, "/home/alice/.local/share/applications/f.desktop", "/home/alice/F.AppImage")
                == ["/home/alice/F.AppImage"])
        #expect(
            needed(.application, "/usr/local/share/applications/f.desktop", "/usr/local/bin/foundry")
                == ["/usr/local/bin/foundry"])
    }
}
