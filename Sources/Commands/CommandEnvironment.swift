package import DBus

/// What a command works with, other than its arguments.
package struct CommandEnvironment: Sendable {
    /// Where to write.
    package var output: CommandOutput
    /// The bus that the service is on.
    package var address: BusAddress

    /// Creates an environment.
    package init(output: CommandOutput, address: BusAddress) {
        self.output = output
        self.address = address
    }

    /// The environment of this process.
    package static var standard: CommandEnvironment {
        CommandEnvironment(output: .standard, address: .session)
    }
}
