internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem

/// The arguments that this process was started with.
enum ProcessArguments {
    /// The arguments after the program's name; `PathText` represents paths that are not UTF-8.
    static var all: [String] {
        // `CommandLine.arguments` replaces bytes that are not UTF-8.
        UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()
            .compactMap(\.self).map { argument in
                PathText.text(
                    ofTyped: UnsafeBufferPointer(start: argument, count: strlen(argument)).map(UInt8.init(bitPattern:)))
            }
    }
}

/// The environment that this process was started with.
enum ProcessEnvironment {
    /// The variables by their names.
    static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
