internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A pipe, both ends closed on exec.
struct Pipe {
    let readEnd: OwnedFileDescriptor
    let writeEnd: OwnedFileDescriptor

    init() throws(Errno) {
        var ends: [Int32] = [-1, -1]
        try retryingInterrupts { pipe(&ends) }
        readEnd = OwnedFileDescriptor(adopting: ends[0])
        writeEnd = OwnedFileDescriptor(adopting: ends[1])
        for end in ends { try retryingInterrupts { typecase_fcntl(end, F_SETFD, FD_CLOEXEC) } }
    }
}

/// How a child process is to start: its descriptors and its directory; signals as a login shell would have them.
struct SpawnActions: ~Copyable {
    /// Children get their descriptors under numbers below this one.
    private static let firstUnused: Int32 = 64
    /// `POSIX_SPAWN_SETSID`, which the C library has for programs with its extensions only.
    private static let newSession: Int32 = 0x80

    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
    private var sources: [(source: OwnedFileDescriptor, target: Int32)] = []
    /// The numbers of what the child opens itself.
    private var opened: Set<Int32> = []

    init(workingDirectory: String?) throws(Errno) {
        try Self.check(posix_spawn_file_actions_init(&actions))
        try Self.check(posix_spawnattr_init(&attributes))
        if let workingDirectory {
            try Self.check(typecase_spawn_change_directory(&actions, workingDirectory))
        }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        try Self.check(posix_spawnattr_setsigmask(&attributes, &none))
        try Self.check(posix_spawnattr_setsigdefault(&attributes, &all))
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        try Self.check(posix_spawnattr_setflags(&attributes, Int16(flags)))
    }

    deinit {
        var actions = actions
        var attributes = attributes
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }

    /// Gives the child a descriptor under a number of its own.
    mutating func pass(_ descriptor: OwnedFileDescriptor, as number: Int32) throws(Errno) {
        // Out of the way of every number asked for: `dup2` in the child must not overwrite a source it still needs.
        let source = OwnedFileDescriptor(
            adopting: try retryingInterrupts { typecase_fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, Self.firstUnused) })
        precondition(number < Self.firstUnused, "a descriptor is passed under a number below \(Self.firstUnused)")
        sources.append((source, number))
    }

    /// Gives the child `/dev/null` under a number.
    mutating func passNull(as number: Int32) throws(Errno) {
        try pass(
            OwnedFileDescriptor(adopting: try retryingInterrupts { open("/dev/null", O_RDWR | O_CLOEXEC) }), as: number)
    }

    /// Has the child lead a session of its own at a terminal, which is all its standard descriptors.
    mutating func attach(to terminal: String) throws(Errno) {
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Self.newSession
        try Self.check(posix_spawnattr_setflags(&attributes, Int16(flags)))
        // The first terminal that the leader of a session opens is the one it gets its signals from.
        try Self.check(posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0))
        for number: Int32 in [1, 2] { try Self.check(posix_spawn_file_actions_adddup2(&actions, 0, number)) }
        opened = [0, 1, 2]
    }

    /// Starts the program as the leader of a new process group.
    consuming func spawn(
        _ executable: String, _ arguments: [String], _ environment: [String: String]
    ) throws(Errno) -> Int32 {
        for (source, target) in sources {
            try Self.check(posix_spawn_file_actions_adddup2(&actions, source.rawValue, target))
        }
        let kept = opened.union(sources.map(\.target))
        for number in 0..<Self.firstUnused where !kept.contains(number) {
            try Self.check(posix_spawn_file_actions_addclose(&actions, number))
        }
        try Self.check(typecase_spawn_close_from(&actions, Self.firstUnused))
        var processID: pid_t = 0
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let result = Self.withCStrings(arguments) { arguments in
            Self.withCStrings(variables) { variables in
                posix_spawn(&processID, executable, &actions, &attributes, arguments, variables)
            }
        }
        try Self.check(result)
        return processID
    }

    private static func check(_ result: Int32) throws(Errno) {
        if result != 0 { throw Errno(rawValue: result) }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(&pointers)
    }
}
