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

    /// Whether both are on one machine, be it in different runs of it.
    ///
    /// Where the machines have no identifiers, their names tell.
    func isSameMachine(as other: LeaseHolder) -> Bool {
        if machine.identifier.isEmpty, other.machine.identifier.isEmpty {
            return machine.hostName == other.machine.hostName
        }
        return machine.identifier == other.machine.identifier
    }

    /// The holder within a sentence.
    package var description: String { "\(process)" }

    package static func == (left: LeaseHolder, right: LeaseHolder) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
