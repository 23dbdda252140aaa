internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// Lives of a program that is killed before one of the system calls it makes, in each life before a later one.
enum KillSweep {
    /// Leads one life after the other, until one is over before the call that it was to end at.
    ///
    /// How many calls there are differs by a few between lives: no number of points is promised, but that there are no
    /// more.
    ///
    /// - Parameters:
    ///   - calls: The names of the system calls, which are counted together.
    ///   - points: At how many calls to kill the program at most, evenly spread over all that it makes in a life without
    ///     a kill; `nil` kills it at each of them.
    ///   - count: How many those are, where it is known; else that life is led first.
    ///   - live: Leads a life from its beginning, and checks what is left after it. The program is to be run with the
    ///     supervisor's wrapper, which tells afterwards whether it was killed.
    /// - Returns: In how many lives the program was killed.
    /// - Throws: What a life throws, and why calls could not be supervised.
    @discardableResult
    static func run(
        _ calls: [String], points: Int? = nil, of count: Int? = nil,
        _ live: (_ supervisor: CallSupervisor) async throws -> Void
    ) async throws -> Int {
        // The lives are short: to wait for a turn before each would take many times as long.
        try await RunningDaemon.inOneTurn { try await lead(calls, points: points, of: count, live) }
    }

    private static func lead(
        _ calls: [String], points: Int?, of count: Int?, _ live: (_ supervisor: CallSupervisor) async throws -> Void
    ) async throws -> Int {
        var (last, step) = (Int.max, 1)
        if let points {
            if let count {
                last = count
            } else {
                let undisturbed = try CallSupervisor(calls)
                try await live(undisturbed)
                last = undisturbed.count
            }
            step = max(1, (last + points - 1) / points)
        }
        var killed = 0
        for point in stride(from: 1, through: last, by: step) {
            let supervisor = try CallSupervisor(calls, endingAt: point)
            try await live(supervisor)
            guard supervisor.hasEndedProgram else { break }
            killed += 1
        }
        #expect(killed > 0, "the program makes no call of \(calls)")
        return killed
    }
}

extension RunningDaemon {
    /// Waits until the daemon has ended, and checks that it was killed before a system call, and ended by nothing else.
    ///
    /// - Parameters:
    ///   - supervisor: Who was to kill it.
    ///   - error: What somebody met who needed the daemon.
    /// - Throws: The error, where it says nothing of the daemon's end.
    func expectKill(by supervisor: CallSupervisor, toldBy error: any Error) async throws {
        let outcome: ChildProcess.Outcome?
        switch error {
        case let error as BusError: outcome = try await waitForEnd(toldBy: error)
        case let error as NotServing: outcome = error.outcome
        default: throw error
        }
        #expect(supervisor.hasEndedProgram && outcome?.termination == .signalled(SIGKILL), "\(error)")
    }

    /// Runs the command line program to its end, or until a supervisor kills it.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - supervisor: The supervisor of its system calls.
    /// - Returns: What the program left behind.
    /// - Throws: Why it could not be started.
    func typecase(
        _ arguments: [String], supervisedBy supervisor: CallSupervisor
    ) async throws -> ChildProcess.Outcome {
        let command = supervisor.wrapper + [BuildProducts.executable("typecase")] + arguments
        return try await ChildProcess.run(command[0], Array(command.dropFirst()), environment: environment)
    }
}
