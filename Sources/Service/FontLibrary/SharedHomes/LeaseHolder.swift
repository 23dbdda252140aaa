package import LinuxSystem

/// Who has the lease of a shared home, as it is written into the lease.
package struct LeaseHolder: Sendable, Hashable, CustomStringConvertible {
    /// The machine, and which run of it.
    package var machine: Machine
    /// The process on it.
    package var process: LockHolder

    /// Names a holder.
    package init(machine: Machine, process: LockHolder) {
        self.machine = machine
        self.process = process
    }

    /// Reads what a holder wrote; text of any kind gives a holder of whom less is known.
    init(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        func line(_ index: Int) -> String { lines.count > index ? lines[index] : "" }
        process = LockHolder(text: line(2))
        machine = Machine(identifier: line(0), bootIdentifier: line(1), hostName: process.host ?? "")
    }

    /// What ``init(text:)`` reads: the machine, its boot, the process.
    var text: String { "\(machine.identifier)\n\(machine.bootIdentifier)\n\(process.text)" }

    /// Whether both are on one machine as far as it can be told, be it in different runs of it.
    ///
    /// The identifier alone does not tell, as clones of an image share it. A machine that was given another name is
    /// taken for another one.
    func isSameMachine(as other: LeaseHolder) -> Bool {
        machine.identifier == other.machine.identifier && process.host == other.process.host
    }

    /// Whether both are in one run of one machine, whose processes the lock beside the lease keeps apart.
    func isSameRun(as other: LeaseHolder) -> Bool {
        isSameMachine(as: other) && machine.bootIdentifier == other.machine.bootIdentifier
    }

    /// What the holder's drafts of the lease are named after, so that no two machines write the same.
    var draftName: String {
        [machine.identifier, machine.bootIdentifier].filter { !$0.isEmpty }.joined(separator: ".")
            + (machine.identifier.isEmpty ? process.host ?? "" : "")
    }

    /// The holder within a sentence.
    package var description: String { "\(process)" }

    package static func == (left: LeaseHolder, right: LeaseHolder) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
