internal import Glibc
internal import TestSupport
internal import Testing

/// A clock for one process alone that can be set back: no test may set the machine's.
///
/// It is a library that is loaded before the C library, whose functions for the time of day it takes the place of. The
/// kernel's own times, which files get, stay as they are: to the process they lie in the future from then on.
struct SteppedClock {
    /// The functions, compiled with the compiler of the machine.
    private static let source = """
        #define _GNU_SOURCE
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <fcntl.h>
        #include <unistd.h>

        static time_t behind(void) {
            if (access(getenv("STEPPED_CLOCK"), F_OK) != 0) return 0;
            close(open(getenv("STEPPED_CLOCK_READ"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
            return 3600;
        }
        int clock_gettime(clockid_t clock, struct timespec *now) {
            int result = (int)syscall(SYS_clock_gettime, clock, now);
            if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec -= behind();
            return result;
        }
        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result) *result = now.tv_sec;
            return now.tv_sec;
        }
        int gettimeofday(struct timeval *result, void *zone) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            result->tv_sec = now.tv_sec;
            result->tv_usec = now.tv_nsec / 1000;
            return 0;
        }

        """

    private static var compiler: String? {
        ["/usr/bin/cc", "/usr/bin/clang"].first { access($0, X_OK) == 0 }
    }

    /// Whether there is a compiler.
    static var isAvailable: Bool { compiler != nil }

    /// What a process needs in its environment to go by this clock.
    let environment: [String: String]
    private let scratch: ScratchDirectory

    /// Makes a clock that tells the right time.
    init(in scratch: ScratchDirectory) async throws {
        self.scratch = scratch
        let source = try scratch.write(Self.source, to: "clock.c")
        let library = scratch["clock.so"]
        let outcome = try await ChildProcess.run(
            try #require(Self.compiler), ["-shared", "-fPIC", "-O1", "-o", library, source],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": scratch["tmp"]])
        try #require(outcome.succeeded, "\(outcome.standardError)")
        environment = [
            "LD_PRELOAD": library, "STEPPED_CLOCK": scratch["set-back"], "STEPPED_CLOCK_READ": scratch["was-read"],
        ]
    }

    /// Sets it back by an hour.
    func setBack() throws { try scratch.write("", to: "set-back") }

    /// Whether somebody has looked at it since it was set back.
    var wasRead: Bool { access(scratch["was-read"], F_OK) == 0 }
}
