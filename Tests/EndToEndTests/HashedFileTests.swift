internal import TestSupport
internal import Testing

/// What a process that registers a font for itself can do while the file is being read.
@Suite(
    .timeLimit(.minutes(2)),
    .enabled("an ordinary user may serve file systems") { await SilentFileSystem.isAvailable() })
struct HashedFileTests {
    @Test("Fonts are found and registered while another file is read, however long that takes")
    func meanwhile() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        let own = try home.scratch.write(makeFont("Own Sans"), to: "own.ttf")
        let silent = try await SilentFileSystem(in: home.scratch)
        let program = try ChildProcess(
            BuildProducts.executable("ClientProgram"), environment: home.environment, acceptsInput: true)
        try program.write("begin-register\t\(silent.path(0))\n")
        try await silent.waitForRead(of: 0)
        try program.write("named\tMachine Sans\nregister\tprocess\t\(own)\nnamed\tOwn Sans\n")
        try await program.waitForOutput("MachineSans-Regular Machine Sans 17.0 system\n")
        try await program.waitForOutput("OwnSans-Regular Own Sans 17.0 process\n")
        // A process that reads does not end before that.
        await silent.end()
        program.closeInput()
        let outcome = await program.wait()
        #expect(outcome.succeeded, "\(outcome)")
    }
}
