internal import ArgumentParser
internal import DBus
internal import EventLoop
internal import Glibc

/// A client of KDE's font service, in a process of its own because that may have to run as another user.
struct KDEFontClient: AsyncParsableCommand {
    /// What this program does as this client when it is its argument.
    static let name = "kde-font-client"
    static let busName = "org.kde.fontinst"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Install the fonts that the files named by the standard input list.",
        shouldDisplay: false)

    /// The longest that one call may take.
    private static var callTimeout: Duration { .seconds(300) }

    func run() async throws {
        let connection = try await BusConnection.open(.session, on: EventLoop(name: "kde-font-client"))
        // Starts it; its answer comes after it has read the fonts that there are.
        try await Self.call("folderName", [.boolean(false)], on: connection)
        Self.say("ready")
        let client = BusValue.int32(getpid())
        var number = 0
        while let path = readLine() {
            let fonts = String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n")
            let start = ContinuousClock.now
            // Not to make metrics files, not for all users, without a look at fontconfig's configuration before each:
            // one font after the other, then fc-cache, as System Settings does.
            for font in fonts {
                try await Self.call(
                    "install", [.string(String(font)), .boolean(false), .boolean(false), client, .boolean(false)],
                    on: connection)
            }
            // Where no font is given, it reads all fonts again in any case.
            try await Self.call("reconfigure", [client, .boolean(fonts.isEmpty)], on: connection)
            let time = start.duration(to: .now)
            number += 1
            Self.say("<\(number)>\(time.milliseconds)</\(number)>")
        }
        let owner = try await connection.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "GetConnectionUnixProcessID", arguments: [.string(Self.busName)])
        if case .uint32(let processID)? = owner.first { kill(Int32(bitPattern: processID), SIGTERM) }
        await connection.close()
    }

    private static func call(_ member: String, _ arguments: [BusValue], on connection: BusConnection) async throws {
        _ = try await connection.call(
            destination: busName, path: "/FontInst", interface: busName, member: member, arguments: arguments,
            timeout: callTimeout)
    }

    /// Writes a line at once: whoever reads it waits for it.
    private static func say(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
    }
}
