internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// Programs that poll fontconfig, as running applications and desktops do.
@Suite(.serialized, .timeLimit(.minutes(2)), DaemonLog.trait)
struct PollingProgramTests {
    /// Looks, lets the test change something within the same second, and then looks again and again at its own pace.
    ///
    /// fontconfig compares whole seconds, and each look that finds nothing new forgets what came before it: so a look
    /// right after the change, in the same second, is the one that would lose it for good.
    private static let program = """
        import ctypes, sys, time
        library = ctypes.CDLL("libfontconfig.so.1")
        library.FcInitLoadConfigAndFonts.restype = ctypes.c_void_p
        library.FcConfigGetCurrent.restype = ctypes.c_void_p
        library.FcConfigUptoDate.argtypes = [ctypes.c_void_p]
        family = sys.argv[1].encode()

        class FontSet(ctypes.Structure):
            _fields_ = [("count", ctypes.c_int), ("size", ctypes.c_int), ("fonts", ctypes.POINTER(ctypes.c_void_p))]

        library.FcConfigGetFonts.restype = ctypes.POINTER(FontSet)
        library.FcConfigGetFonts.argtypes = [ctypes.c_void_p, ctypes.c_int]
        library.FcPatternGetString.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int,
            ctypes.POINTER(ctypes.c_char_p)]

        def has_family():
            fonts = library.FcConfigGetFonts(library.FcConfigGetCurrent(), 0).contents
            value = ctypes.c_char_p()
            return any(library.FcPatternGetString(fonts.fonts[index], b"family", 0, ctypes.byref(value)) == 0
                       and value.value == family for index in range(fonts.count))

        def is_up_to_date():
            return library.FcConfigUptoDate(library.FcConfigGetCurrent()) != 0

        library.FcInit()
        for line in sys.stdin:
            # Early in a second, so that the change falls into the same one.
            time.sleep(1 - time.time() % 1)
            assert is_up_to_date()
            print("looked", flush=True)
            wanted = sys.stdin.readline().strip() == "added"
            is_up_to_date()
            print("looked again", flush=True)
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline:
                time.sleep(0.4)
                if not is_up_to_date():
                    library.FcInitReinitialize()
                    if has_family() == wanted:
                        print("seen", wanted, flush=True)
                        break
            else:
                sys.exit("the change was never seen")
        """

    @Test("A program that looked in the very second of a change sees it later: fonts that come, go and are disabled")
    func sameSecond() async throws {
        try await RunningDaemon.run { daemon in
            // The directories have to be there when the program starts, as for any program that watches known ones.
            _ = try await daemon.register(makeFont("There Before"))
            let program = try ChildProcess(
                "/usr/bin/python3", ["-c", Self.program, "Polled"], environment: daemon.environment, acceptsInput: true)
            var id = ""
            let steps: [(isThere: Bool, change: (RunningDaemon) async throws -> Void)] = [
                (true, { id = try await $0.register(makeFont("Polled")) }),
                (false, { _ = try await $0.setEnabled([id], false) }),
            ]
            for (number, step) in steps.enumerated() {
                try program.write("next\n")
                try await program.waitForOutput(Self.lines("looked\n", number))
                try await step.change(daemon)
                try program.write(step.isThere ? "added\n" : "removed\n")
                try await program.waitForOutput(Self.lines("looked again\n", number))
                try await program.waitForOutput("seen \(step.isThere ? "True" : "False")")
            }
            program.closeInput()
            let outcome = await program.wait()
            #expect(outcome.succeeded, "\(outcome.standardError)")
        }
    }

    /// A text of the output that is not there before the step's turn.
    private static func lines(_ text: String, _ number: Int) -> String {
        number == 0 ? text : "seen True\n" + (text == "looked\n" ? text : "looked\nlooked again\n")
    }
}
