internal import DBus
internal import TestSupport
internal import Testing

/// Listens to everything on a private bus, and knows the errors that calls of Typecase's interfaces were answered with,
/// whoever made them.
final class BusWatch: Sendable {
    /// An error that somebody got from a method.
    struct Answer: Hashable {
        /// Where in the answer the error was.
        enum Place: String {
            case call, item
        }

        /// The interface and the method, as in `org.typecase.FontManager1.RegisterFonts`.
        var method: String
        var place: Place
        /// The full name of the error.
        var name: String
    }

    /// What a bus watch marks its beginning and its end with.
    private static let interface = "org.typecase.Test.BusWatch1"

    private let monitor: ChildProcess
    private let connection: BusConnection

    /// Starts to listen, and returns when nothing is missed any more.
    ///
    /// - Parameters:
    ///   - bus: The bus.
    ///   - connection: A connection to it.
    /// - Throws: What kept the monitor from being started.
    init(_ bus: PrivateBus, _ connection: BusConnection) async throws {
        self.connection = connection
        // Only the first lines of messages and the names of errors: lists of thousands of fonts are said in full.
        monitor = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                """
                /usr/bin/dbus-monitor --address "$0" 2>&1 |
                    grep --text --line-buffered -E '^(method|error|signal)|string "org[.]typecase[.]Error[.][A-Za-z]*"$'
                """, bus.address,
            ], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
        // The bus lets go of a monitor's own name.
        try await monitor.waitForOutput("member=NameLost")
    }

    /// What was answered until now; the watch ends with that.
    func end() async -> Set<Answer> {
        do {
            try await connection.emit(signal: "End", interface: Self.interface, path: "/")
            try await monitor.waitForOutput("interface=\(Self.interface); member=End")
        } catch {
            // The bus ended before, or the connection: what was heard is all there is.
        }
        monitor.send(signal: 15)
        let outcome = await monitor.wait()
        return Self.answers(in: outcome.standardOutput)
    }

    /// Makes each error that the descriptions do not document an issue of the test.
    static func expectDocumented(_ answers: Set<Answer>) {
        do {
            let documented = try DocumentedErrors.ofSources.get()
            for answer in answers.sorted(by: { "\($0)" < "\($1)" }) {
                let isDocumented =
                    switch answer.place {
                    case .call: documented.covers(callError: answer.name, of: answer.method)
                    case .item: documented.covers(itemError: answer.name, of: answer.method)
                    }
                if !isDocumented {
                    Issue.record(
                        "\(answer.name) is not documented as an error of the \(answer.place.rawValue) for \(answer.method)"
                    )
                }
            }
        } catch {
            Issue.record("the interface descriptions could not be read: \(error)")
        }
    }

    /// Reads what dbus-monitor wrote: a line for each message, then lines with the names of errors in it.
    static func answers(in text: String) -> Set<Answer> {
        var methods: [String: String] = [:]
        var answers: Set<Answer> = []
        var current: String?
        for line in text.split(separator: "\n") {
            if line.first == " " {
                guard let current, let name = line.split(separator: "\"").dropFirst().first else { continue }
                answers.insert(Answer(method: current, place: .item, name: String(name)))
                continue
            }
            current = nil
            let fields = fields(of: line)
            if line.hasPrefix("method call") {
                guard let interface = fields["interface"], interface.hasPrefix("org.typecase."),
                    let member = fields["member"], let caller = fields["sender"], let serial = fields["serial"]
                else { continue }
                methods["\(caller) \(serial)"] = "\(interface).\(member)"
            } else if let caller = fields["destination"], let serial = fields["reply_serial"],
                let method = methods.removeValue(forKey: "\(caller) \(serial)"),
                fields["sender"] != "org.freedesktop.DBus"
            {
                if let name = fields["error_name"] {
                    answers.insert(Answer(method: method, place: .call, name: name))
                } else {
                    current = method
                }
            }
        }
        return answers
    }

    /// The fields of the line of a message: `key=value`, between spaces or semicolons.
    private static func fields(of line: Substring) -> [Substring: String] {
        var fields: [Substring: String] = [:]
        for part in line.split(whereSeparator: { $0 == " " || $0 == ";" }) {
            guard let sign = part.firstIndex(of: "=") else { continue }
            fields[part[..<sign]] = String(part[part.index(after: sign)...])
        }
        return fields
    }
}
