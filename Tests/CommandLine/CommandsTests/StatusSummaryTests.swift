import DBus
import Testing

@testable import Commands

/// What people see of the state of the service.
@Suite struct `A summary of the state` {
    private let sound: [String: BusVariant] = [
        "daemon_version": BusVariant("1.2.3"), "process_id": BusVariant(42 as UInt32), "ready": BusVariant(true),
        "read_only": BusVariant(false), "fonts": BusVariant(5 as UInt32), "enabled": BusVariant(4 as UInt32),
        "size": BusVariant(1_200_000 as UInt64), "providers": BusVariant(2 as UInt32),
        "removed_fonts": BusVariant(1 as UInt32), "removed_size": BusVariant(900 as UInt64),
        "free_space": BusVariant(12_000_000_000 as UInt64),
        "published_directory": BusVariant("/home/a/.local/share/fonts/typecase"),
    ]

    private func text(_ changes: [String: BusVariant] = [:]) -> String {
        StatusSummary(sound.merging(changes) { $1 }, home: "/home/a").text
    }

    @Test func `has six lines where all is well`() {
        #expect(
            text() == """
                Service    version 1.2.3, process 42, ready
                Fonts      5 installed, 4 enabled, 1.2 MB
                Removed    1 font, 900 B; typecase restore lists it
                Providers  2 with fonts
                Disk       12 GB free
                Directory  ~/.local/share/fonts/typecase

                """)
    }

    @Test func `has a line more for each thing that needs attention, with the command for it`() {
        let attention = text([
            "quarantined": BusVariant(1 as UInt32), "deleted_fonts": BusVariant(12 as UInt32),
            "read_only": BusVariant(true), "read_only_reason": BusVariant("/elsewhere belongs to root."),
            "directory_failures": BusVariant([
                [
                    "directory": BusVariant("/elsewhere"), "message": BusVariant("/elsewhere belongs to root."),
                    "remedy": BusVariant("Make it yours."),
                ]
            ]),
            "policy_failures": BusVariant(["/etc/a.json:1:1: no object", "/etc/b\u{1B}[31m.json"]),
            "denied_providers": BusVariant(["org.example.Denied"]),
        ]).split(separator: "\n").dropFirst(6)
        #expect(
            attention.map(String.init) == [
                "! Fonts cannot be changed: /elsewhere belongs to root.",
                "! The policy cannot be read: /etc/a.json:1:1: no object",
                "! The policy cannot be read: /etc/b\\u{1B}[31m.json",
                "! Not allowed to register its fonts: org.example.Denied",
                "! 1 font is in quarantine: typecase list shows it, and typecase info shows why.",
                "! 12 fonts had their files deleted. To bring them back: typecase restore --deleted.",
            ])
        #expect(
            text(["quarantined": BusVariant(1 as UInt32)]).contains("5 installed, 4 enabled, 1 in quarantine, 1.2 MB"))
    }

    @Test func `names each disk that is full, and how much which command frees`() {
        func attention(_ changes: [String: BusVariant]) -> [String] {
            text(
                [
                    "store_directory": BusVariant("/data/store"), "registry_file": BusVariant("/state/registry.sqlite"),
                    "removed_size": BusVariant(3_000_000 as UInt64), "fetched_size": BusVariant(250_000_000 as UInt64),
                ].merging(changes) { $1 }
            ).split(separator: "\n").dropFirst(6).map(String.init)
        }
        let (little, much) = (BusVariant(1_500_000 as UInt64), BusVariant(16 << 20 as UInt64))
        let data = [
            "! The disk that contains /data/store is full: only 1.5 MB is available. Delete files that you do not need. "
                + "You can still uninstall fonts.",
            "! Removed fonts take up 3.0 MB. They are deleted as soon as a font needs the space; "
                + "'typecase uninstall --purge FONT' deletes one now.",
            "! Fetched files that no program uses take up 250 MB. 'typecase resources purge' deletes them.",
        ]
        let state =
            "! The disk that contains /state is full: only 1.5 MB is available. Delete files that you do not need. "
            + "You can still uninstall fonts."
        #expect(attention(["free_space": little]) == data)
        #expect(
            attention(["free_space": little, "removed_size": BusVariant(0 as UInt64)]) == [data[0], data[2]])
        #expect(attention(["free_space": much, "state_free_space": little]) == [state])
        #expect(attention(["free_space": little, "state_free_space": little]) == [data[0], state, data[1], data[2]])
        #expect(attention(["free_space": much, "state_free_space": much]) == [])
    }
}
