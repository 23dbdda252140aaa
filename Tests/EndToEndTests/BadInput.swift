internal import BusInterface
internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport

/// A descriptor that no font can be read from.
struct BadInput {
    /// What it is.
    var name: String
    /// The descriptor.
    var descriptor: OwnedFileDescriptor
    /// The error that says so.
    var error: String

    /// One of each kind.
    ///
    /// - Parameter scratch: Where to make the files.
    /// - Returns: The inputs, with descriptors of their own.
    /// - Throws: What kept a file from being made.
    static func all(in scratch: ScratchDirectory) throws -> [BadInput] {
        var inputs: [BadInput] = []
        func add(_ name: String, _ descriptor: OwnedFileDescriptor, _ error: String) {
            inputs.append(BadInput(name: name, descriptor: descriptor, error: error))
        }
        let font = makeFont("Bad Input")
        add("empty", try scratch.openFile([], name: "bad/empty"), "UnrecognizedFormat")
        add(
            "directory", try openDescriptor(scratch.makeDirectory("bad/directory"), O_RDONLY), "InsufficientPermissions"
        )
        let fifo = scratch["bad/fifo"]
        unlink(fifo)
        try retryingInterrupts { mkfifo(fifo, 0o600) }
        add("fifo", try openDescriptor(fifo, O_RDONLY | O_NONBLOCK), "InsufficientPermissions")
        add("null", try openDescriptor("/dev/null", O_RDWR), "InsufficientPermissions")
        add("zero", try openDescriptor("/dev/zero", O_RDONLY), "InsufficientPermissions")
        let path = try scratch.write(font, to: "bad/font.ttf")
        add("path-only", try openDescriptor(path, typecase_O_PATH), "InsufficientPermissions")
        add("write-only", try openDescriptor(path, O_WRONLY), "InsufficientPermissions")
        let sparse = try openDescriptor(scratch["bad/sparse"], O_RDWR | O_CREAT)
        try retryingInterrupts { ftruncate(sparse.rawValue, 1 << 40) }
        add("sparse", sparse, "ExceededResourceLimit")
        let zeros = try openDescriptor(scratch["bad/zeros"], O_RDWR | O_CREAT)
        try retryingInterrupts { ftruncate(zeros.rawValue, 1 << 20) }
        add("zeros", zeros, "UnrecognizedFormat")
        let texts: [(String, [UInt8])] = [
            ("text", Array("This is no font.\n".utf8)),
            ("png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)),
            ("woff", Array("wOFF".utf8) + [0, 1, 0, 0] + font),
            ("woff2", Array("wOF2".utf8) + [0, 1, 0, 0] + font),
            ("type-1", Array("%!PS-AdobeFont-1.0: Bad 001.001\n%%Title: Bad\n".utf8)),
        ]
        for (name, bytes) in texts {
            add(name, try scratch.openFile(bytes, name: "bad/\(name)"), "UnrecognizedFormat")
        }
        for count in [1, 4, 11, 12, 60, font.count / 4, font.count / 2, font.count * 7 / 8] {
            let name = "truncated-\(count)"
            // A font is recognized by its first four bytes, and cannot be read without all of its header.
            add(
                name, try scratch.openFile(font.prefix(count), name: "bad/\(name)"),
                count < 4 ? "UnrecognizedFormat" : "InvalidFontData")
        }
        return inputs
    }
}

extension ScratchDirectory {
    /// Writes a part of a file and opens it for reading.
    fileprivate func openFile(_ bytes: ArraySlice<UInt8>, name: String) throws -> OwnedFileDescriptor {
        try openFile(Array(bytes), name: name)
    }
}

extension RunningDaemon {
    /// The number of descriptors that the daemon has open.
    var descriptorCount: Int {
        var count = 0
        guard let directory = opendir("/proc/\(processID)/fd") else { return -1 }
        defer { closedir(directory) }
        while readdir(directory) != nil { count += 1 }
        return count
    }

    /// The number of open descriptors once it no longer falls.
    func settledDescriptorCount() async throws -> Int {
        var least = descriptorCount
        for _ in 0..<200 {
            _ = try await manager.whoAmI()
            least = min(least, descriptorCount)
        }
        return least
    }

    /// Waits until so few descriptors are open.
    func waitForDescriptorCount(of limit: Int) async throws {
        // The kernel tells nobody that a process has closed a descriptor.
        try await eventually("no more than \(limit) descriptors are open") { descriptorCount <= limit }
    }
}
