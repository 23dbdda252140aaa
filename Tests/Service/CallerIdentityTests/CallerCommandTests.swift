import Glibc
import Testing

@testable import CallerIdentity

struct CallerCommandTests {
    @Test(arguments: [
        ("/usr/bin/typecase\0install\0My Font.ttf\0", "typecase install 'My Font.ttf'"),
        ("typecase\0install\0https://example.org/a.ttf?token=secret\0", "typecase install https://example.org/a.ttf?…"),
        ("typecase\0search\0it's\0", #"typecase search 'it'\''s'"#),
        ("typecase\0search\0\0", "typecase search ''"), ("", ""), ("\0", ""),
    ])
    func `A command is what a shell would take, without secrets of addresses`(_ words: String, _ line: String) {
        #expect(CallerCommand.line(of: words) == line)
    }

    @Test func `A long command is cut at a word`() {
        let line = CallerCommand.line(of: "typecase\0" + String(repeating: "word\0", count: 1000))
        #expect(line.utf8.count < 1010 && line.hasSuffix(" word …"))
    }

    @Test func `The command of this process is known, and that of one that is not there is empty`() {
        #expect(
            CallerCommand.text(of: getpid()).hasPrefix(
                String(CommandLine.arguments[0].split(separator: "/").last ?? "")))
        #expect(CallerCommand.text(of: -1) == "")
    }
}
