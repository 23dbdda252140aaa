internal import BusInterface
internal import CLinux
internal import Commands
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import Testing
internal import TestSupport

@Suite struct FontFileTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func failure(of path: String) throws -> CommandFailure {
        try #require(throws: CommandFailure.self) { try FontFile.open(path) }
    }

    @Test func `A regular file is opened for reading, and closed on exec`() throws {
        let file = try FontFile.open(try scratch.write("font", to: "font.ttf"))
        #expect(try FileStatus(of: file).stamp.size == 4)
        #expect(typecase_fcntl(file.rawValue, F_GETFD, 0) & FD_CLOEXEC != 0)
        #expect(typecase_fcntl(file.rawValue, F_GETFL, 0) & O_ACCMODE == O_RDONLY)
    }

    @Test func `A file that is not there is not found`() throws {
        let failure = try failure(of: scratch["missing.ttf"])
        #expect(failure.exit == .notFound)
        #expect(failure.name == "org.typecase.Error.FileNotFound")
        #expect(failure.item == scratch["missing.ttf"])
    }

    @Test func `A symbolic link is followed where that is asked for, and one in a circle leads to no file`() throws {
        try scratch.write("font", to: "font.ttf")
        #expect(symlink("font.ttf", scratch["link"]) == 0)
        #expect(symlink("circle", scratch["circle"]) == 0)
        #expect(try FileStatus(of: FontFile.open(scratch["link"], followsLinks: true)).stamp.size == 4)
        let failure = try #require(throws: CommandFailure.self) {
            try FontFile.open(scratch["circle"], followsLinks: true)
        }
        #expect(failure.exit == .notFound)
        #expect(failure.message.contains("back to itself"))
    }

    @Test func `A symbolic link is refused, whether it leads to a font or nowhere`() throws {
        try scratch.write("font", to: "font.ttf")
        for (link, target) in [("link.ttf", "font.ttf"), ("dangling.ttf", "nowhere"), ("directory", ".")] {
            #expect(symlink(target, scratch[link]) == 0)
            let failure = try failure(of: scratch[link])
            #expect(failure.exit == .failure)
            #expect(failure.message.hasPrefix("A symbolic link"))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `A fifo that nobody writes to is refused at once`() throws {
        #expect(mkfifo(scratch["fifo.ttf"], 0o600) == 0)
        #expect(try failure(of: scratch["fifo.ttf"]).message == "A fifo, not a regular file.")
    }

    @Test func `A directory, a device and a socket are refused as what they are`() throws {
        #expect(try failure(of: scratch.path).message == "A directory, where a file is needed.")
        #expect(try failure(of: "/dev/null").message == "A device, not a regular file.")
        let listener = OwnedFileDescriptor(adopting: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(scratch["s.ttf"].utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(result == 0)
        #expect(try failure(of: scratch["s.ttf"]).message == "This is a socket or a device, not a regular file.")
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func `A file that may not be read is told as such`() throws {
        let path = try scratch.write("font", to: "secret.ttf")
        #expect(chmod(path, 0) == 0)
        let failure = try failure(of: path)
        #expect(failure.name == "org.typecase.Error.InsufficientPermissions")
        #expect(failure.exit == .failure)
    }
}

@Suite struct FontFileSearchTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `A directory is searched to the bottom for what is called a font, in sorted order`() throws {
        for name in [
            "d/b.TTF", "d/a.otf", "d/sub/deep/c.ttc", "d/x.txt", "d/ttf", "d/.ttf", "d/e.otc", "d/f.woff2", "d/g.otb",
            "d/h.dfont",
        ] {
            try scratch.write("font", to: name)
        }
        let search = FontFileSearch([scratch["d"]])
        let expected = ["d/a.otf", "d/b.TTF", "d/e.otc", "d/g.otb", "d/h.dfont", "d/sub/deep/c.ttc"]
        #expect(search.files == expected.map { scratch[$0] })
        #expect(search.failures == [])
    }

    @Test(arguments: [FontFileSearch.Selection.installable, .anyFont])
    func `What macOS leaves beside files is passed over in directories, but not where it is named`(
        selection: FontFileSearch.Selection
    ) throws {
        for name in ["d/a.ttf", "d/._a.ttf", "d/__MACOSX/b.ttf", "d/__MACOSX/d/._a.ttf", "d/my__MACOSX/c.ttf"] {
            try scratch.write("font", to: name)
        }
        let search = FontFileSearch([scratch["d"]], selection: selection)
        #expect(search.files == ["d/a.ttf", "d/my__MACOSX/c.ttf"].map { scratch[$0] })
        #expect(search.otherFiles == 0)
        let named = FontFileSearch([scratch["d/._a.ttf"], scratch["d/__MACOSX"]], selection: selection)
        #expect(named.files == [scratch["d/._a.ttf"], scratch["d/__MACOSX/b.ttf"]])
    }

    @Test func `A link that is named stands for the directory or file that it leads to`() throws {
        try scratch.write("font", to: "d/a.ttf")
        #expect(symlink("d", scratch["directory"]) == 0)
        #expect(symlink("d/a.ttf", scratch["file"]) == 0)
        let search = FontFileSearch([scratch["directory"], scratch["file"]])
        #expect(search.files == [scratch["directory/a.ttf"], scratch["file"]])
        #expect(search.failures == [])
    }

    @Test func `Web fonts and others are tried where they are wanted, and the rest is counted`() throws {
        for name in ["a.ttf", "b.woff2", "c.PFB", "d.pcf.gz", "e.txt", "f.gz", ".woff", "g.ttf.txt", ".pcf.gz"] {
            try scratch.write("font", to: "d/\(name)")
        }
        func search(_ selection: FontFileSearch.Selection) -> ([String], Int) {
            let search = FontFileSearch([scratch["d"]], selection: selection)
            return (search.files.map { String($0.dropFirst(scratch["d"].count + 1)) }, search.otherFiles)
        }
        #expect(search(.installable) == (["a.ttf"], 8))
        #expect(search(.installableOnceExpanded) == (["a.ttf", "b.woff2"], 7))
        #expect(search(.anyFont) == (["a.ttf", "b.woff2", "c.PFB", "d.pcf.gz"], 5))
    }

    @Test func `Archives, web fonts and others that are not tried are known by their kinds`() throws {
        for name in [
            "a.ttf", "b.woff2", "c.WOFF", "d.tar.gz", "e.zip", "f.gz", "g.txt", ".woff", "h.pcf.gz", "i.PFB", ".pfb",
        ] {
            try scratch.write("font", to: "d/\(name)")
        }
        let search = FontFileSearch([scratch["d"]])
        let names = ["b.woff2", "c.WOFF", "d.tar.gz", "e.zip", "h.pcf.gz", "i.PFB"]
        #expect(search.passedOver.map(\.path) == names.map { scratch["d/\($0)"] })
        #expect(search.passedOver.map(\.kind) == [.webFont, .webFont, .archive, .archive, .otherKind, .otherKind])
        #expect(
            FontFileSearch([scratch["d"]], seesArchives: true).passedOver.map(\.kind)
                == [.webFont, .webFont, .otherKind, .otherKind])
        #expect(
            FontFileSearch([scratch["d"]], selection: .installableOnceExpanded).passedOver.map(\.kind)
                == [.archive, .archive, .otherKind, .otherKind])
        #expect(FontFileSearch([scratch["d"]], selection: .anyFont).passedOver.map(\.kind) == [.archive, .archive])
        #expect(FontFileSearch([scratch["d/a.ttf"]]).passedOverText(isVerbose: true) == nil)
    }

    @Test func `A file that is named is taken whatever it is called, and arguments keep their order`() throws {
        try scratch.write("font", to: "z.bin")
        try scratch.write("font", to: "d/a.ttf")
        let search = FontFileSearch([scratch["z.bin"], scratch["d"] + "/", scratch["missing"]])
        #expect(search.files == [scratch["z.bin"], scratch["d/a.ttf"], scratch["missing"]])
    }

    @Test func `Links to directories are not followed, so circles end`() throws {
        try scratch.write("font", to: "d/a.ttf")
        #expect(symlink("..", scratch["d/circle"]) == 0)
        #expect(FontFileSearch([scratch["d"]]).files == [scratch["d/a.ttf"]])
    }

    @Test func `A link in a directory that is called a font is refused, with the way to install its target`() throws {
        try scratch.write("font", to: "a.ttf")
        try scratch.makeDirectory("d")
        #expect(symlink("../a.ttf", scratch["d/link.ttf"]) == 0)
        #expect(symlink("../a.ttf", scratch["d/other"]) == 0)
        let search = FontFileSearch([scratch["d"]], selection: .anyFont)
        #expect(search.files == [])
        #expect(search.failures.map(\.item) == [scratch["d/link.ttf"]])
        #expect(search.failures.first?.message.contains("give the link as an argument") == true)
        #expect(search.otherFiles == 1)
    }
}

@Suite struct BatchesTests {
    @Test(arguments: [(0, []), (1, [1]), (16, [16]), (17, [16, 1]), (48, [16, 16, 16])])
    func `Elements are split into runs of at most 16 in their order`(count: Int, sizes: [Int]) {
        let batches = Array(0..<count).batches(of: FontFile.filesPerMessage)
        #expect(batches.map(\.count) == sizes)
        #expect(batches.flatMap { $0 } == Array(0..<count))
    }
}
