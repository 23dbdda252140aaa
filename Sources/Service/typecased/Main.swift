internal import FontDaemon

@main
struct Main {
    static func main() {
        DaemonProgram.start()
    }
}
