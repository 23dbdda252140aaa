import LinuxSystem
import Testing

struct BaseDirectoriesTests {
    @Test func `a list has absolute paths alone, each once and in one spelling`() {
        let text = "/srv//flatpak/share:/usr/local/share/::relative:/usr/share/:/usr/local/share"
        let listed = BaseDirectories.list(text, otherwise: "/x")
        #expect(listed == ["/srv/flatpak/share", "/usr/local/share", "/usr/share"])
        #expect(BaseDirectories.list("/", otherwise: "/x") == ["/"])
    }

    @Test(arguments: [nil, ""])
    func `a list that is missing or empty is the usual one`(text: String?) {
        #expect(BaseDirectories.list(text, otherwise: "/usr/local/share:/x") == ["/usr/local/share", "/x"])
    }

    @Test func `a directory is absolute or none`() {
        #expect(BaseDirectories.directory("/home/a/.local//share/") == "/home/a/.local/share")
        for text in [nil, "", "home", "~/share"] { #expect(BaseDirectories.directory(text) == nil) }
    }
}
