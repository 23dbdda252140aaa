internal import Adwaita
internal import BusInterface
internal import CLinux
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Localization

/// The program: one process for the window and for the questions of the font service.
@MainLoop
final class SettingsProgram {
    /// The bus name of the process, which is also the name of its desktop entry.
    static let name = "org.typecase.Settings"

    /// The time that the process waits for another question if there is no window, in milliseconds.
    private static let idleTime: UInt32 = 30_000

    private static var current: SettingsProgram?

    private let model: SettingsModel
    private let agent: ConsentAgent
    private let textSize: TextSizeFollower
    private var window: MainWindow?
    private var idle: Toolkit.Timer?

    fileprivate static func start(_ invocation: SettingsInvocation) async {
        let session: ServiceSession
        do throws(BusError) {
            session = try await ServiceSession.open()
        } catch {
            fail("The session bus cannot be reached: \(error.message)")
        }
        if invocation.isAgent == false, await SettingsObject.hand(invocation, to: session.connection) { exit(0) }
        guard Toolkit.start(id: name, name: localized("Fonts")) else {
            fail("There is no display to show a window on.")
        }
        let program = SettingsProgram(session)
        current = program
        await session.connection.export(
            ExportedObject(
                interfaces: [consentAgent1Interface(program.agent), SettingsObject.interface(program)],
                handlesConcurrently: true), at: ConsentAgent.path)
        do throws(BusError) {
            try await session.connection.requestName(name)
        } catch {
            // Another process was faster, and does the same.
            if invocation.isAgent { exit(0) }
        }
        Task {
            _ = await session.connection.waitUntilClosed()
            exit(0)
        }
        if invocation.isAgent { program.waitForNeed() } else { program.open(invocation.files, invocation.page) }
    }

    private static func fail(_ message: String) -> Never {
        StandardError.write("typecase-settings: \(message)\n")
        exit(69)
    }

    private init(_ session: ServiceSession) {
        model = SettingsModel(session)
        textSize = TextSizeFollower(model)
        agent = ConsentAgent(model)
        agent.onChange = { [weak self] in self?.waitForNeed() }
        model.onRest = { [weak self] in self?.waitForNeed() }
    }

    /// Shows the window.
    ///
    /// - Parameters:
    ///   - files: The files to offer for installation.
    ///   - page: The page to show.
    ///   - token: The activation token, with which the window may come to the front.
    func open(_ files: [String], _ page: MainWindow.Section?, token: String = "") {
        idle?.cancel()
        let window: MainWindow
        if let shown = self.window {
            window = shown
        } else {
            window = MainWindow(model) { [weak self] in
                self?.window = nil
                self?.waitForNeed()
            }
            self.window = window
            model.start()
        }
        if let page { window.show(page) }
        if !token.isEmpty { window.window.setActivationToken(token) }
        window.window.present()
        window.open(files)
    }

    /// Whether there is a window, a question, or a running operation that was started in a window.
    private var isNeeded: Bool { window != nil || agent.hasQuestions || model.isWorking }

    /// Ends the process when it has not been needed for a while.
    private func waitForNeed() {
        idle?.cancel()
        guard !isNeeded else { return }
        idle = Toolkit.after(milliseconds: Self.idleTime) { [weak self] in
            guard let self, !isNeeded else { return }
            exit(0)
        }
    }

    /// The command line: beside this program, or on the path.
    nonisolated static let commandLine: String = {
        guard let directory, access(directory + "/typecase", X_OK) == 0 else { return "typecase" }
        return directory + "/typecase"
    }()

    /// The directory of this program.
    private nonisolated static let directory: String? = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return nil }
        let program = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return program.lastIndex(of: "/").map { String(program[..<$0]) }
    }()
}

/// The entry point of the program.
package enum SettingsMain {
    /// Lists, names and files are read concurrently.
    private static let workThreads = 4

    /// Runs the program to its end.
    ///
    /// - Parameter arguments: The arguments after its name: files to open, or one of the options that `--help` lists.
    package static func run(_ arguments: [String]) -> Never {
        let invocation = SettingsInvocation(arguments)
        if let text = invocation.answer {
            print(text)
            exit(0)
        }
        if let text = invocation.fault {
            StandardError.write("typecase-settings: \(text)\n")
            exit(64)
        }
        // This must run before there is a second thread; otherwise, each thread has a heap as large as the lists that
        // it reads.
        typecase_share_heaps()
        // Swift's own threads would wake up every second.
        BlockingThreads(name: "typecase-work", maximumCount: workThreads).carryAllTasks()
        setlocale(LC_ALL, "")
        if let directory = Translations.directory { Translations.bind(to: directory) }
        MainLoop.run {
            Task { await SettingsProgram.start(invocation) }
        }
    }
}

private enum StandardError {
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
