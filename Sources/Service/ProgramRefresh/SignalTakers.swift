internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Sends signals only to processes that handle them.
///
/// Other processes, such as older versions of a program, would be terminated by the signal.
package struct SignalTakers: Sendable {
    private let directory = "/proc"

    /// Creates a sender for the processes of this machine.
    package init() {}

    /// Sends a signal to all processes of this user that have a given name and handle the signal.
    ///
    /// A process handles a signal if it has a handler for it, or if it reads the signal from a descriptor while all of
    /// its threads block the signal. Blocks.
    ///
    /// - Parameters:
    ///   - signal: The signal.
    ///   - name: The name of the processes, as the kernel stores it.
    /// - Returns: The processes that received the signal.
    @discardableResult
    package func send(_ signal: Int32, toProcessesCalled name: String) -> [Int32] {
        let processes = ((try? FileSystem.names(in: directory)) ?? []).compactMap(Int32.init).sorted()
        return processes.filter { process in
            // The pidfd is opened before the status is examined: it refers to this process even if the process ID is
            // reused later.
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

    /// Whether a process reads a signal from a descriptor.
    ///
    /// If a single thread does not block the signal, the signal terminates the whole process.
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

    /// Whether a mask contains a signal: bit n - 1 represents signal n.
    private static func has(_ mask: String?, _ signal: Int32) -> Bool {
        guard let mask, let bits = UInt64(mask, radix: 16) else { return false }
        return bits >> UInt64(signal - 1) & 1 == 1
    }

    /// The lines of a process's status file, by their names.
    private func facts(_ path: String) -> [String: String] {
        var facts: [String: String] = [:]
        for line in text(path).split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            facts[String(line[..<colon])] = String(line[colon...].dropFirst().drop { $0 == "\t" || $0 == " " })
        }
        return facts
    }

    /// The text of a file; empty if its process has ended.
    private func text(_ path: String) -> String { ((try? SmallFile(path: "\(directory)/\(path)").read()) ?? nil) ?? "" }
}
