import FontModel
import Foundation
import Glibc
@testable import InspectionClient
import InspectionProtocol
import LinuxSystem
import Testing
import WorkerProtocol

/// Workers that the pool starts itself; here they are shell scripts.
struct SpawnedWorkerTests {
    private let directory: String

    init() throws {
        var template = Array("/tmp/typecase-spawn-XXXXXX".utf8CString)
        directory = try #require(
            template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            })
    }

    private func cleanUp() { try? FileManager.default.removeItem(atPath: directory) }

    private func pool(script: String) throws -> FontInspector {
        let path = "\(directory)/worker"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: "\(directory)/script"))
        // Written by a process that ends: a child that another test starts meanwhile cannot inherit it open for writing,
        // which would keep it from being executed.
        let install = Process()
        install.executableURL = URL(filePath: "/usr/bin/install")
        install.arguments = ["-m", "755", "\(directory)/script", path]
        try install.run()
        install.waitUntilExit()
        try #require(install.terminationStatus == 0)
        let environment = [
            "HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_DATA_HOME": "/x", "SECRET": "s",
            "SOURCE_DATE_EPOCH": "1", "FONTCONFIG_FILE": "/y", "LD_PRELOAD": "/z",
        ]
        var configuration = WorkerConfiguration.executable(path, environment: environment)
        configuration.asksForSecondOpinion = false
        return FontInspector(
            configuration: configuration,
            threads: BlockingThreads(name: "pool", maximumCount: 4))
    }

    private func read(_ name: String) throws -> [String] {
        try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The bytes as `printf` of the shell takes them.
    private func octal(_ bytes: [UInt8]) -> String {
        bytes.map { "\\0" + String(repeating: "0", count: 3 - String($0, radix: 8).count) + String($0, radix: 8) }
            .joined()
    }

    /// Answers each inspection with one and the same verdict.
    private func answering() throws -> String {
        let request = RecordFrame.bytes(of: try InspectionWire.encode(.inspect)).count
        let reply = RecordFrame.bytes(of: try InspectionWire.encode(.inspection(Sample.inspection())))
        return
            "while [ \"$(head -c \(request) <&3 | wc -c)\" = \(request) ]; do printf '%b' '\(octal(reply))' >&3; done"
    }

    @Test func `a started worker serves several fonts and is gone after the shutdown`() async throws {
        defer { cleanUp() }
        let pool = try pool(script: "echo $$ $* > $HOME/process\n\(answering())\necho done > $HOME/end")
        for _ in 0..<3 { #expect(try await pool.inspect(Sample.font(), for: .user) == Sample.inspection()) }
        #expect(await pool.statistics[.inspect].connections == 1)
        await pool.shutdown()
        let words = try #require(try read("process").first).split(separator: " ")
        #expect(words.dropFirst() == ["--mode", "inspect", "--connected"])
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(words[0])"))
        // It ended by itself, because its connection was closed.
        #expect(try read("end") == ["done"])
    }

    @Test func `a started worker has the environment and the descriptors it needs and no others`() async throws {
        defer { cleanUp() }
        // Not closed on exec, as a library's may be.
        let leaked = open("/dev/null", O_RDONLY)
        defer { close(leaked) }
        let pool = try pool(
            script: "env > $HOME/environment\nls /proc/$$/fd > $HOME/descriptors\n"
                + "standard=$(readlink /proc/$$/fd/0; readlink /proc/$$/fd/1); echo \"$standard\" > $HOME/standard\n"
                // The shell itself has to read this, as it blocks signals while it starts another program.
                + "while read -r key value; do case $key in SigBlk:|SigIgn:) echo $value;; esac; done"
                + " < /proc/$$/status > $HOME/signals\n\(answering())")
        _ = try await pool.inspect(Sample.font(), for: .user)
        await pool.shutdown()
        let names = try read("environment").map { $0.prefix { $0 != "=" } }
        #expect(
            Set(names).subtracting(["PWD", "OLDPWD", "SHLVL", "_"])
                == ["HOME", "PATH", "LANG", "XDG_DATA_HOME", "FONTCONFIG_FILE", "SWIFT_BACKTRACE"])
        // 10 and above are the shell's own: it reads its script through one.
        #expect(try read("descriptors").compactMap { Int($0) }.filter { $0 < 10 }.sorted() == [0, 1, 2, 3])
        let standard = try read("standard")
        #expect(standard == ["/dev/null", "/dev/null"])
        // 32 and 33 are the C library's own.
        let signals = try read("signals").map { UInt64($0, radix: 16) ?? .max }
        #expect(signals.map { $0 & 0x7FFF_FFFF } == [0, 0])
    }

    @Test func `a signal to the process group of the service does not reach a started worker`() async throws {
        defer { cleanUp() }
        let pool = try pool(
            script: "read -r process name state parent group rest < /proc/$$/stat\n"
                + "echo $process > $HOME/group; echo $group >> $HOME/group\n\(answering())")
        _ = try await pool.inspect(Sample.font(), for: .user)
        await pool.shutdown()
        let numbers = try read("group").compactMap { Int32($0) }
        let ours = getpgrp()
        #expect(numbers.count == 2)
        #expect(numbers.first == numbers.last && numbers.last != ours)
    }

    @Test func `a worker that ends at once is no font's fault and leaves no zombie`() async throws {
        defer { cleanUp() }
        let pool = try pool(script: "echo $$ >> $HOME/processes; exit 3")
        let error = try await pool.inspectionError()
        #expect(error?.code == .registrationFailed)
        #expect(error?.message.contains("\(directory)/worker") == true)
        let processes = try read("processes")
        // For the font, once more for it, and to see whether one runs at all.
        #expect(processes.count == 3)
        for process in processes { #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)")) }
        await pool.shutdown()
    }

    @Test func `a worker that hangs is killed and reaped`() async throws {
        defer { cleanUp() }
        let path = "\(directory)/worker"
        _ = try pool(script: "echo $$ > $HOME/process; trap '' TERM HUP; while :; do read line; done < /dev/zero")
        var configuration = WorkerConfiguration.executable(path, environment: ["HOME": directory])
        configuration.inspect.deadline = .milliseconds(500)
        configuration.asksForSecondOpinion = false
        let impatient = FontInspector(
            configuration: configuration, threads: BlockingThreads(name: "pool", maximumCount: 4))
        var processes: [String]
        repeat {
            #expect(try await impatient.inspectionError()?.code == .busy)
            // Where the machine is busy, the script may not even have begun by its deadline.
            processes = (try? read("process")) ?? []
        } while processes.isEmpty
        let process = processes[0]
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)"))
        await impatient.shutdown()
    }

    @Test func `an executable that is not there is named in the error`() async throws {
        defer { cleanUp() }
        let path = "\(directory)/nothing"
        let pool = FontInspector(
            configuration: .executable(path, environment: [:]),
            threads: BlockingThreads(name: "pool", maximumCount: 4))
        let error = try await pool.inspectionError()
        #expect(error?.code == .registrationFailed)
        #expect(error?.message.contains(path) == true)
        await pool.shutdown()
    }
}
