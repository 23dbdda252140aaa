internal import SettingsWindow

/// The program `typecase-settings`; everything is in `SettingsWindow`.
@main
enum Main {
    static func main() {
        SettingsMain.run(Array(CommandLine.arguments.dropFirst()))
    }
}
