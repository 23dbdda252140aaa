internal import TestSupport

extension Benchmarks {
    private static var startRounds: Int { 60 }
    /// What may be different between two equal homes, in milliseconds; below it there is no cost.
    private static var startNoise: Double { 0.25 }

    /// Starts a program that loads all fonts, in turns in homes with and without Typecase.
    func measureStart() throws {
        report.head("Start of any other program (fc-match)")
        let without = try ScratchHome()
        let environments = [
            without.environment, untouched.environment, empty.environment, flat.home.environment, full.environment,
        ]
        var times = environments.map { _ in Samples(.milliseconds) }
        for round in 0..<Self.startRounds + 3 {
            for (index, environment) in environments.enumerated() {
                let time = try TimedProgram.run(["/usr/bin/fc-match", "sans"], environment: environment)
                if round >= 3 { times[index].append(time) }
            }
        }
        add(
            "start-installed", "Typecase runs, no font registered", times[1], "without Typecase", times[0],
            Self.startNoise)
        add("start-emptied", "all fonts removed again", times[2], "without Typecase", times[0], nil)
        add("start-full", "N=all", times[4], "as many in a flat directory", times[3], 2.5)
    }

    private func add(
        _ key: String, _ title: String, _ measured: Samples, _ controlTitle: String, _ control: Samples,
        _ limit: Double?
    ) {
        // Paired: what slows down the machine slows down both of a round.
        let difference = Samples(.milliseconds, zip(measured.values, control.values).map { $0 - $1 }).median
        report.add(
            key, title, measured, against: (controlTitle, control), difference, unit: "ms",
            aim: limit.map { .atMost($0) })
    }
}
