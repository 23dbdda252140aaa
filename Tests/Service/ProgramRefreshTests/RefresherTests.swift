internal import FoundationEssentials
internal import Glibc
internal import ProgramRefresh
internal import TestSupport
internal import Testing

@Suite struct RefresherTests {
    private static let gimp = """
        [Refresher]
        BusName=org.gimp.GIMP.UI
        ObjectPath=/org/gimp/GIMP/UI
        Interface=org.gimp.GIMP.UI
        Member=BatchRun
        Arguments=plug-in-script-fu-eval;(gimp-fonts-refresh)
        """

    @Test func `A method is called with texts, and a signal is one that programs can take`() throws {
        #expect(
            try Refresher(Self.gimp).way
                == .method(
                    .init(
                        busName: "org.gimp.GIMP.UI", path: "/org/gimp/GIMP/UI", interface: "org.gimp.GIMP.UI",
                        member: "BatchRun", arguments: ["plug-in-script-fu-eval", "(gimp-fonts-refresh)"])))
        #expect(
            try Refresher("[Refresher]\nProcess=kitty\nSignal=SIGUSR1\n").way == .signal(SIGUSR1, process: "kitty"))
    }

    @Test(arguments: [
        ("", "the group Refresher has no BusName"), ("[Refresher]\nBusName", "it is no key file"),
        ("[Refresher]\nProcess=kitty\n", "the group Refresher has no Signal"),
        ("[Refresher]\nProcess=kitty\nSignal=SIGKILL\n", "Signal is one of SIGHUP, SIGUSR1, SIGUSR2"),
        (
            "[Refresher]\nProcess=gnome-terminal-server\nSignal=SIGHUP\n",
            "Linux keeps 15 bytes of a process' name, and gnome-terminal-server has more"
        ),
    ])
    func `What is none says why`(_ text: String, _ reason: String) {
        #expect(throws: Refresher.Fault(message: reason)) { try Refresher(text) }
    }

    @Test func `The administrator's file takes the package's place, and an empty one of the user turns it off`() throws
    {
        let scratch = try ScratchDirectory()
        let file = "typecase/refreshers"
        try scratch.write(Self.gimp, to: "share/\(file)/gimp.conf")
        try scratch.write("[Refresher]\nProcess=kitty\nSignal=SIGUSR1\n", to: "share/\(file)/kitty.conf")
        try scratch.write("[Refresher]\nProcess=other\nSignal=SIGUSR2\n", to: "other/\(file)/kitty.conf")
        try scratch.write("no key file", to: "other/\(file)/broken.conf")
        try scratch.write("no refresher", to: "other/\(file)/README")
        func all() -> (refreshers: [Refresher], faults: [String: String]) {
            RefresherFiles(
                environment: [
                    "XDG_DATA_DIRS": "\(scratch["share"]):\(scratch["other"])", "XDG_CONFIG_HOME": scratch["config"],
                ], administration: scratch["etc"]
            ).all()
        }
        #expect(all().refreshers.map(\.way) == [try Refresher(Self.gimp).way, .signal(SIGUSR1, process: "kitty")])
        #expect(all().faults == [scratch["other/\(file)/broken.conf"]: "it is no key file"])

        try scratch.write("[Refresher]\nProcess=kitty\nSignal=SIGHUP\n", to: "etc/\(file)/kitty.conf")
        #expect(all().refreshers.last?.way == .signal(SIGHUP, process: "kitty"))
        // What applications in sandboxes could write is not done.
        try scratch.write("[Refresher]\nProcess=mine\nSignal=SIGHUP\n", to: "config/\(file)/mine.conf")
        try scratch.write("[Refresher]\nProcess=mine\nSignal=SIGHUP\n", to: "config/\(file)/kitty.conf")
        #expect(all().refreshers.count == 2)
        #expect(all().refreshers.last?.way == .signal(SIGHUP, process: "kitty"))
        try scratch.write("# Mine sets the size of its text back.\n\n", to: "config/\(file)/kitty.conf")
        #expect(all().refreshers.map(\.way) == [try Refresher(Self.gimp).way])
        // As services are turned off.
        try #require(symlink("/dev/null", scratch["etc/\(file)/gimp.conf"]) == 0)
        #expect(all().refreshers.isEmpty)
        #expect(all().faults.count == 1)
        // What the administrator says wrongly is not what the package says.
        scratch.remove("etc/\(file)/gimp.conf")
        try scratch.write("[Refresher]\nSignal=SIGHUP\n", to: "etc/\(file)/gimp.conf")
        #expect(all().refreshers.isEmpty)
        #expect(all().faults[scratch["etc/\(file)/gimp.conf"]] == "the group Refresher has no BusName")
        chmod(scratch["share/\(file)"], 0o777)
        scratch.remove("etc/\(file)/gimp.conf")
        #expect(
            all().faults[scratch["share/\(file)/gimp.conf"]] == "others than root and you can change or replace it")
    }

    @Test func `What comes with the service is sound`() throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectory("share/typecase")
        try #require(
            symlink(sourcePath("Adapters", "refreshers"), scratch["share/typecase/refreshers"]) == 0)
        let found = RefresherFiles(
            environment: ["XDG_DATA_DIRS": scratch["share"]], administration: scratch["etc"]
        ).all()
        #expect(found.faults.isEmpty)
        #expect(found.refreshers.count == 1)
        for name in ["kitty.conf", "ghostty.conf"] {
            let text = try String(
                contentsOfFile: sourcePath("Adapters", "refreshers", "optional", name), encoding: .utf8)
            _ = try Refresher(text)
        }
    }
}
