import CLinux
import Glibc
import LinuxSystem
import Logging
import SystemPackage
import TestSupport
import Testing

@testable import Systemd

struct JournalLogHandlerTests {
    private func logger(journal: String?, standardError: Int32 = -1, marksPriority: Bool = true) -> Logger {
        let destination = LogDestination(
            identifier: "typecased", journalSocket: journal, standardError: standardError,
            marksPriority: marksPriority)
        let control = LogControl(identifier: "typecased", level: .trace, destination: destination)
        return Logger(label: "publishing") { JournalLogHandler(label: $0, control: control) }
    }

    @Test func `A message arrives with its place and its metadata as fields`() throws {
        let receiver = try DatagramReceiver()
        var logger = logger(journal: receiver.path)
        logger[metadataKey: "provider"] = "org.example.App"
        logger.notice("Published", metadata: ["font-id": "0a1b", "faces": ["Regular", "Bold"]])
        let line = #line - 1
        let fields = receiver.nextFields()
        #expect(fields["MESSAGE"] == "Published")
        #expect(fields["PRIORITY"] == "5")
        #expect(fields["SYSLOG_IDENTIFIER"] == "typecased")
        #expect(fields["TYPECASE_LOGGER"] == "publishing")
        #expect(fields["TYPECASE_PROVIDER"] == "org.example.App")
        #expect(fields["TYPECASE_FONT_ID"] == "0a1b")
        #expect(fields["TYPECASE_FACES"]?.contains("Bold") == true)
        #expect(fields["CODE_FILE"] == "SystemdTests/JournalLogHandlerTests.swift")
        #expect(fields["CODE_LINE"] == String(line))
        #expect(fields["CODE_FUNC"]?.isEmpty == false)
    }

    @Test(arguments: zip(Logger.Level.allCases, ["7", "7", "6", "5", "4", "3", "2"]))
    func `Each level has the journal's priority`(_ level: Logger.Level, _ priority: String) throws {
        let receiver = try DatagramReceiver()
        logger(journal: receiver.path).log(level: level, "message")
        #expect(receiver.nextFields()["PRIORITY"] == priority)
    }

    @Test func `The level changes for loggers that exist, and a level of a logger's own stays`() throws {
        let receiver = try DatagramReceiver()
        let control = LogControl(
            identifier: "typecased", level: .info,
            destination: LogDestination(
                identifier: "typecased", journalSocket: receiver.path, standardError: -1, marksPriority: false))
        let logger = Logger(label: "one") { JournalLogHandler(label: $0, control: control) }
        var chatty = Logger(label: "two") { JournalLogHandler(label: $0, control: control) }
        chatty.logLevel = .trace
        logger.debug("unheard")
        control.level = .debug
        logger.debug("heard")
        control.level = .error
        logger.warning("unheard")
        chatty.trace("heard, too")
        #expect(receiver.nextFields()["MESSAGE"] == "heard")
        #expect(receiver.nextFields()["MESSAGE"] == "heard, too")
        #expect(receiver.next() == nil)
    }

    @Test func `What is turned off is not logged`() throws {
        let receiver = try DatagramReceiver()
        let control = LogControl(
            identifier: "typecased", level: .info,
            destination: LogDestination(
                identifier: "typecased", journalSocket: receiver.path, standardError: -1, marksPriority: false))
        #expect(control.target == .journal)
        control.target = .null
        Logger(label: "one") { JournalLogHandler(label: $0, control: control) }.critical("unheard")
        #expect(receiver.next() == nil)
        #expect(control.target == .null)
    }

    @Test func `Each level has its name in syslog, and is found by it`() {
        for level in Logger.Level.allCases where level != .trace {
            #expect(Logger.Level(syslogName: level.syslogName) == level)
        }
        #expect(Logger.Level(syslogName: "emerg") == .critical)
        #expect(Logger.Level(syslogName: "error") == nil)
    }

    @Test func `An event has its id in the journal, and in a line of text none`() throws {
        let receiver = try DatagramReceiver()
        logger(journal: receiver.path).report(.fontAltered, .warning, "Altered", metadata: ["sha256": "ab"])
        let fields = receiver.nextFields()
        #expect(fields["MESSAGE_ID"] == JournalEvent.fontAltered.rawValue)
        #expect(fields["MESSAGE"] == "Altered")
        #expect(fields["PRIORITY"] == "4")
        #expect(fields["TYPECASE_SHA256"] == "ab")
        #expect(fields["CODE_FILE"] == "SystemdTests/JournalLogHandlerTests.swift")
        #expect(!fields.keys.contains("TYPECASE_MESSAGE_ID"))
        #expect(Set(JournalEvent.allCases.map(\.rawValue)).count == JournalEvent.allCases.count)

        var ends: [Int32] = [-1, -1]
        try retryingInterrupts { pipe(&ends) }
        let (readEnd, writeEnd) = (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
        logger(journal: nil, standardError: writeEnd.rawValue).report(.fontAltered, .warning, "Altered")
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(readEnd.rawValue, &buffer, buffer.count)
        #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self) == "<4>Altered\n")
    }

    @Test func `No text forges a field, a line or a direction`() throws {
        let receiver = try DatagramReceiver()
        logger(journal: receiver.path).info(
            "name\nPRIORITY=0\r\u{1B}[2J", metadata: ["a=b\nc": "\u{202E}txt\u{0}\u{2028}\u{85}\u{7F} ok ü 字 \u{1F600}"]
        )
        let text = try #require(receiver.next())
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("PRIORITY=") } == ["PRIORITY=6"])
        #expect(text.contains("MESSAGE=name\\u{A}PRIORITY=0\\u{D}\\u{1B}[2J\n"))
        #expect(
            text.contains(
                "TYPECASE_A_B_C=\\u{202E}txt\\u{0}\\u{2028}\\u{85}\\u{7F} ok ü 字 \u{1F600}\n"))
    }

    @Test func `A huge value is cut, so that the record fits in a datagram`() throws {
        let receiver = try DatagramReceiver()
        let huge = String(repeating: "\u{1}", count: 1 << 20)
        logger(journal: receiver.path).error("\(huge)", metadata: [String(repeating: "k", count: 1000): "\(huge)"])
        let fields = receiver.nextFields()
        #expect(fields["MESSAGE"].map { (4096...4200).contains($0.utf8.count) } == true)
        #expect(fields.keys.allSatisfy { $0.utf8.count <= 64 })
    }

    @Test(arguments: [nil, "/nonexistent/journal/socket"])
    func `Without a journal the line goes to standard error with its priority`(_ journal: String?) throws {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts { pipe(&ends) }
        let (readEnd, writeEnd) = (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
        logger(journal: journal, standardError: writeEnd.rawValue)
            .warning("two\nlines", metadata: ["font": "a\nb", "count": "3"])
        logger(journal: journal, standardError: writeEnd.rawValue, marksPriority: false).info("plain")
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(readEnd.rawValue, &buffer, buffer.count)
        let text = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        #expect(text == "<4>two\\u{A}lines count=3 font=a\\u{A}b\nplain\n")
    }

    @Test func `A journal that is behind does not hold up who logs`() throws {
        let receiver = try DatagramReceiver()
        let logger = logger(journal: receiver.path)
        // Far more than a socket's queue holds; a call that waited would never return, since nobody reads meanwhile.
        for number in 0..<10_000 { logger.info("\(number)") }
        #expect(receiver.nextFields()["MESSAGE"] == "0")
    }
}
