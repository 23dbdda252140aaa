import Glibc
import PackageCatalogs

/// Tells which packages of the distribution have fonts, so that the service itself needs no library for it.
///
/// It reads the names of fonts, one a line, and writes for each the name of the package, or an empty line.
@main
enum Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
            print("usage: typecase-packages [DIRECTORY]")
            exit(64)
        }
        do throws(PackageCatalog.Failure) {
            let catalog = try PackageCatalog(directory: arguments.first)
            while let name = readLine() { print(catalog.package(ofFont: name) ?? "") }
        } catch {
            let text = "typecase-packages: the AppStream catalogs cannot be read: \(error.message)\n"
            _ = write(STDERR_FILENO, text, text.utf8.count)
            exit(1)
        }
    }
}
