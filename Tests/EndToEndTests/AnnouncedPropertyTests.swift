internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// Programs whose library keeps the values of properties, as GDBusProxy does, have those of today.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct AnnouncedPropertyTests {
    @Test("A program of GLib that keeps the properties has the new value when the signal comes")
    func kept() async throws {
        try await RunningDaemon.run { daemon in
            let program = """
                import gi
                from gi.repository import Gio, GLib
                bus = Gio.bus_get_sync(Gio.BusType.SESSION)
                def proxy(name):
                    path = "/" + name.replace(".", "/")
                    return Gio.DBusProxy.new_sync(bus, 0, None, "org.typecase.FontManager1", path, name)
                manager, text = proxy("org.typecase.FontManager1"), proxy("org.typecase.DynamicType1")
                def heard(proxy, sender, signal, arguments):
                    kept = proxy.get_cached_property({"FontsChanged": "Generation", "CategoryChanged": "Category"}[signal])
                    print(signal, arguments[0] == kept.unpack(), flush=True)
                for each in manager, text:
                    each.connect("g-signal", heard)
                print("listening", text.get_cached_property("Category").unpack(), flush=True)
                GLib.MainLoop().run()
                """
            let listener = try ChildProcess("/usr/bin/python3", ["-c", program], environment: daemon.environment)
            try await listener.waitForOutput("listening large\n")
            _ = try await daemon.register(makeFont("Announced"))
            try await listener.waitForOutput("FontsChanged True\n")
            #expect(try await daemon.typecase("text-size", "XL").succeeded)
            try await listener.waitForOutput("CategoryChanged True\n")
            #expect(!listener.standardOutput.contains("False"))
        }
    }
}
