internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Sends signals to programs that do something with them: others would end by them, such as older versions.
package struct SignalTakers: Sendable {
    private let directory = "/proc"

    /// Looks at the processes of this machine.
    package init() {}

    /// Sends a signal to all processes of this user that have a name and take it.
    ///
    /// A process takes a signal that it has a handler for, and one that it reads from a descriptor, with all of its threads
    /// blocking it. Blocks.
    ///
    /// - Parameters:
    ///   - signal: The signal.
    ///   - name: The name of the processes, as the kernel keeps it.
    /// - Returns: The processes that got it.
    @discardableResult
    package func send(_ signal: Int32, toProcessesCalled name: String) -> [Int32] {
        let processes = ((try? FileSystem.names(in: directory)) ?? []).compactMap(Int32.init).sorted()
        return processes.filter { process in
            // Opened before it is looked at: it stands for this process, whatever gets its number later.
            guard text("\(process)/comm") == name + "\n",
                let number = try? retryingInterrupts({ typecase_pidfd_open(process) })
            else { return false }
            let handle = OwnedFileDescriptor(adopting: number)
            let facts = facts("\(process)/status")
            guard facts["Name"] == name, facts["Uid"]?.split(separator: "\t").first == "\(getuid())"[...],
                Self.has(facts["SigCgt"], signal) || reads(signal, process)
            else { return false }
            return typecase_pidfd_send_signal(handle.rawValue, signal) == 0
        }
    }

    /// Whether a process reads a signal from a descriptor; one thread that does not block it would end it all.
    private func reads(_ signal: Int32, _ process: Int32) -> Bool {
        let threads = (try? FileSystem.names(in: "\(directory)/\(process)/task")) ?? []
        guard !threads.isEmpty,
            threads.allSatisfy({ Self.has(facts("\(process)/task/\($0)/status")["SigBlk"], signal) })
        else { return false }
        let descriptors = (try? FileSystem.names(in: "\(directory)/\(process)/fdinfo")) ?? []
        return descriptors.contains { descriptor in
            text("\(process)/fdinfo/\(descriptor)").split(separator: "\n").contains { line in
                guard line.hasPrefix("sigmask:") else { return false }
                return Self.has(line.split(separator: "\t").last.map(String.init), signal)
            }
        }
    }

    /// Whether a signal is in a mask: bit n - 1 stands for signal n.
    private static func has(_ mask: String?, _ signal: Int32) -> Bool {
        guard let mask, let bits = UInt64(mask, radix: 16) else { return false }
        return bits >> UInt64(signal - 1) & 1 == 1
    }

    /// The lines of a process' status by their names.
    private func facts(_ path: String) -> [String: String] {
        var facts: [String: String] = [:]
        for line in text(path).split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            facts[String(line[..<colon])] = String(line[colon...].dropFirst().drop { $0 == "\t" || $0 == " " })
        }
        return facts
    }

    /// The text of a file; empty where its process has ended.
    private func text(_ path: String) -> String { ((try? SmallFile(path: "\(directory)/\(path)").read()) ?? nil) ?? "" }
}
