internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// Drops the privileges that the worker does not need.
///
/// This happens once for the whole process at its start, and once more for each job.
struct Confinement {
    private let mode: InspectionMode
    private let processFilter: SystemCallFilter
    private let jobFilter: SystemCallFilter
    private let limits: JobLimits
    /// The directories in which jobs may keep files, with their identities.
    ///
    /// A different directory with the same name is not allowed.
    private let kept: [String: FileIdentity]

    /// Prepares a confinement.
    ///
    /// - Parameters:
    ///   - mode: The mode of the worker.
    ///   - limits: The limits of one job.
    ///   - kept: The existing directories in which jobs may keep files.
    /// - Throws: What the system cannot do.
    init(mode: InspectionMode, limits: JobLimits, keeping kept: [String] = []) throws(SystemCallFilter.Failure) {
        self.mode = mode
        self.kept = Dictionary(
            kept.compactMap { path in FileIdentity(path).map { (path, $0) } }, uniquingKeysWith: { first, _ in first })
        processFilter = try SystemCallFilter(.process(mode))
        jobFilter = try SystemCallFilter(.job(mode))
        self.limits = limits
    }

    /// The number of threads of this process.
    ///
    /// It is safe to fork and continue without exec only if there is one thread.
    static var threadCount: Int {
        guard let directory = opendir("/proc/self/task") else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            // The entries of threads are numbers; the other entries are "." and "..".
            if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }

    /// Makes this process the first one that the kernel kills if memory runs out.
    ///
    /// - Throws: The error of the system.
    static func volunteerForMemoryShortage() throws(SystemCallFilter.Failure) {
        let descriptor = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("/proc/self/oom_score_adj cannot be opened") }
        let count = write(descriptor, "1000", 4)
        _ = close(descriptor)
        guard count == 4 else { throw .system("/proc/self/oom_score_adj cannot be written") }
    }

    /// Confines the zygote and all processes that are forked from it.
    func enterProcess() throws(SystemCallFilter.Failure) {
        try JobLimits.forbidCoreFiles()
        try Self.control(PR_SET_NO_NEW_PRIVS, 1)
        try Self.control(PR_SET_DUMPABLE, 0)
        try Self.landlock { () throws(Errno) in
            switch mode {
            case .inspect, .convert, .archive, .render, .icon: try Landlock.enter([])
            // The directories that a job may read are known only with the job. From the start, jobs can change nothing
            // but caches.
            case .warm, .systemFaces:
                try Landlock.enter([
                    .init(paths: ["/"], rights: .read),
                    .init(paths: kept.keys.sorted(), rights: [.keep, .makeDirectory]),
                ])
            // The executable program is restricted later, just before a process becomes that program.
            case .secondOpinion: try Landlock.enter([.init(paths: ["/"], rights: [.read, .execute])])
            }
        }
        try processFilter.load()
    }

    /// Whether jobs may keep files in all of these directories, and the directories are the same as at the start.
    ///
    /// A process cannot regain a dropped privilege: if the result is `false`, another worker has to start.
    func allows(keeping directories: [String]) -> Bool {
        let isCovered = directories.allSatisfy { directory in
            kept.keys.contains { directory == $0 || directory.hasPrefix($0 + "/") || $0 == "/" }
        }
        return isCovered && kept.allSatisfy { FileIdentity($0.key) == $0.value }
    }

    /// The identity of a directory, independent of its name.
    private struct FileIdentity: Equatable {
        let device: UInt64
        let inode: UInt64

        init?(_ path: String) {
            var status = stat()
            guard stat(path.fileSystemRepresentation, &status) == 0 else { return nil }
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    /// Confines a job's process further; after that, it may receive a job.
    ///
    /// - Parameter channel: The descriptor that stays open besides the standard ones, which refer to the null device.
    /// - Throws: The reason why the process is not confined and so must not continue.
    func enterJob(keeping channel: Int32) throws(SystemCallFilter.Failure) {
        // The standard input is the null device. Messages of libraries about a hostile font are to go there as well.
        guard dup2(0, 2) == 2 else { throw .system("the standard error cannot be silenced") }
        try Self.closeAll(except: channel)
        try limits.apply()
        try jobFilter.load()
    }

    /// Confines a process that is about to become another program and has only its standard descriptors open.
    ///
    /// - Parameters:
    ///   - input: Becomes the standard input.
    ///   - complaints: Becomes the standard error; the standard output is the null device.
    /// - Throws: The reason why the process is not confined and so must not continue.
    func enterProgram(reading input: Int32, complainingTo complaints: Int32) throws(SystemCallFilter.Failure) {
        guard dup2(complaints, 2) == 2, dup2(input, 0) == 0 else { throw .system("no standard descriptors") }
        try Self.closeDescriptors(3, UInt32.max)
        try limits.apply()
        try jobFilter.load()
    }

    /// Denies a job's process all files except those of its job; after that, it may read hostile bytes.
    ///
    /// - Parameter files: The files of the job.
    /// - Throws: The reason why the process is not confined and so must not continue.
    func enterFiles(_ files: JobFiles) throws(SystemCallFilter.Failure) {
        // In modes that open no files, there is no access left to deny.
        guard mode.opensFiles else { return }
        try Self.landlock { () throws(Errno) in
            try Landlock.enter([
                .init(paths: files.read, rights: .read), .init(paths: files.kept, rights: .keep),
                .init(paths: files.executed, rights: [.execute, .readFile]),
            ])
        }
    }

    private static func landlock(_ enter: () throws(Errno) -> Void) throws(SystemCallFilter.Failure) {
        do throws(Errno) {
            try enter()
        } catch {
            throw SystemCallFilter.Failure(description: "Landlock was refused: \(error)")
        }
    }

    /// Ends this process when the process that forked it ends.
    ///
    /// - Parameter parent: The process that forked this one; it may have ended already.
    static func endWithParent(_ parent: Int32) {
        guard typecase_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL), 0, 0, 0) == 0, getppid() == parent else { _exit(1) }
    }

    private static func control(_ option: Int32, _ value: UInt) throws(SystemCallFilter.Failure) {
        guard typecase_prctl(option, value, 0, 0, 0) == 0 else { throw .system("prctl \(option) failed") }
    }

    private static func closeAll(except kept: Int32) throws(SystemCallFilter.Failure) {
        if kept > 3 { try closeDescriptors(3, UInt32(kept - 1)) }
        try closeDescriptors(UInt32(kept + 1), UInt32.max)
    }

    private static func closeDescriptors(_ first: UInt32, _ last: UInt32) throws(SystemCallFilter.Failure) {
        guard typecase_close_range(first, last, 0) == 0 else { throw .system("descriptors cannot be closed") }
    }
}
