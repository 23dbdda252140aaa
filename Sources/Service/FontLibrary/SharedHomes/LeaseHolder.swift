package import LinuxSystem

/// The holder of the lease of a shared home, as recorded in the lease.
package struct LeaseHolder: Sendable, Hashable, CustomStringConvertible {
    /// The machine, including the boot that it is in.
    package var machine: Machine
    /// The process on that machine.
    package var process: LockHolder

    /// Creates a holder.
    package init(machine: Machine, process: LockHolder) {
        self.machine = machine
        self.process = process
    }

    /// Creates a holder from what a holder wrote; invalid text gives a holder with fewer known properties.
    init(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        func line(_ index: Int) -> String { lines.count > index ? lines[index] : "" }
        process = LockHolder(text: line(2))
        machine = Machine(identifier: line(0), bootIdentifier: line(1), hostName: process.host ?? "")
    }

    /// The text for ``init(text:)``: the machine, its boot, the process.
    var text: String { "\(machine.identifier)\n\(machine.bootIdentifier)\n\(process.text)" }

    /// Whether both are on one machine, as far as this can be determined; the boots may differ.
    ///
    /// The identifier alone is not enough, because clones of an image share it. A machine that was renamed counts as
    /// another machine.
    func isSameMachine(as other: LeaseHolder) -> Bool {
        machine.identifier == other.machine.identifier && process.host == other.process.host
    }

    /// Whether both are in one boot of one machine, whose processes the lock beside the lease separates.
    func isSameRun(as other: LeaseHolder) -> Bool {
        isSameMachine(as: other) && machine.bootIdentifier == other.machine.bootIdentifier
    }

    /// The base name of the holder's drafts of the lease, so that no two machines write the same file.
    var draftName: String {
        [machine.identifier, machine.bootIdentifier].filter { !$0.isEmpty }.joined(separator: ".")
            + (machine.identifier.isEmpty ? process.host ?? "" : "")
    }

    /// The holder as part of a sentence.
    package var description: String { "\(process)" }

    package static func == (left: LeaseHolder, right: LeaseHolder) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
