internal import FontDaemon
internal import Glibc

@main
struct Main {
    static func main() async {
        exit(await DaemonProgram.run())
    }
}
