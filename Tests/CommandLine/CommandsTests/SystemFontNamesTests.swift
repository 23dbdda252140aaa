import TestSupport
import Testing

@testable import Commands

@Suite struct `Names that system fonts have` {
    private let names = SystemFontNames(
        "/usr/a.ttf\tDejaVuSans\tDejaVu Sans,DejaVu Sans Book\n/home/u/fonts/typecase/00/b.ttf\tOwn\tOwn\nno\n\t\t\n",
        besides: ["/home/u/fonts/typecase"])

    @Test func `are PostScript names and full names, however they are written`() {
        for name in ["DejaVuSans", "dejavu sans", "DejaVu Sans Book"] {
            #expect(names.holder(of: [name])?.path == "/usr/a.ttf", "\(name)")
        }
        #expect(names.holder(of: ["Other", "DejaVuSans"])?.name == "DejaVuSans")
    }

    @Test func `are none of registered fonts, and none that nobody has`() {
        #expect(names.holder(of: ["Own", "no", ""]) == nil)
        #expect(names.holder(of: []) == nil)
    }
}
