internal import Glibc
internal import ProgramRefresh
internal import TestSupport
internal import Testing

@Suite struct SignalTakersTests {
    /// A program that does something about SIGUSR1, has its name, says so, and then whether the signal came.
    private static func program(_ handling: String, called name: String) -> String {
        """
        import ctypes, os, signal, sys
        came = []
        look = lambda: None
        \(handling)
        open('/proc/self/comm', 'w').write('\(name)')
        print('ready', flush=True)
        sys.stdin.readline()
        look()
        print('came' if came else 'quiet', flush=True)
        """
    }

    @Test func `Only a process that takes the signal gets it: others would end by it, or never read it`() async throws {
        let name = "tc-\(getpid())"
        // Each with whether it is to be told.
        let handlings: [(text: String, isTold: Bool)] = [
            ("signal.signal(signal.SIGUSR1, lambda *_: came.append(1))", true),
            (
                """
                signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
                mask = (ctypes.c_ulong * 16)(1 << signal.SIGUSR1 - 1)
                descriptor = ctypes.CDLL(None).signalfd(-1, mask, 0)
                look = lambda: came.append(os.read(descriptor, 128))
                """, true
            ),
            ("pass", false),
            ("signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])", false),
            ("signal.signal(signal.SIGUSR1, signal.SIG_IGN)", false),
        ]
        let home = try ScratchHome()
        let children = try handlings.map { handling in
            try ChildProcess(
                "/usr/bin/python3", ["-c", Self.program(handling.text, called: name)], environment: home.environment,
                acceptsInput: true)
        }
        let bystander = try ChildProcess(
            "/usr/bin/python3", ["-c", Self.program(handlings[0].text, called: "\(name)x")],
            environment: home.environment, acceptsInput: true)
        for child in children + [bystander] { try await child.waitForOutput("ready\n") }
        let told = SignalTakers().send(SIGUSR1, toProcessesCalled: name)
        let expected = zip(children, handlings).filter { $1.isTold }.map { $0.0.processID }
        #expect(told == expected.sorted())
        for (child, handling) in zip(children + [bystander], handlings + [("", false)]) {
            try child.write("\n")
            let outcome = await child.wait()
            #expect(outcome.succeeded, "\(handling.text)")
            #expect(outcome.standardOutput == (handling.isTold ? "ready\ncame\n" : "ready\nquiet\n"))
        }
    }
}
