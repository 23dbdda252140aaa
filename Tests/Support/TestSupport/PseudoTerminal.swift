internal import CLinux
internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// A terminal for a program under test, of which the test is the screen and the keyboard.
package struct PseudoTerminal: Sendable {
    /// The path of the terminal.
    package let path: String
    let descriptor: OwnedFileDescriptor

    /// Opens a terminal.
    ///
    /// - Parameter columns: Its width.
    /// - Throws: What the system said.
    package init(columns: UInt16 = 80) throws(Errno) {
        var name = [CChar](repeating: 0, count: 64)
        descriptor = OwnedFileDescriptor(
            adopting: try retryingInterrupts { typecase_open_pseudo_terminal(&name, name.count) })
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        try resize(columns: columns)
    }

    /// Changes the width.
    ///
    /// - Parameter columns: How many columns there are from now on.
    /// - Throws: What the system said.
    package func resize(columns: UInt16) throws(Errno) {
        try retryingInterrupts { typecase_set_terminal_size(descriptor.rawValue, columns, 24) }
    }
}
