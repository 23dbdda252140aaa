internal import DBus
internal import FontService
internal import Logging
internal import Systemd

/// Serves `org.freedesktop.LogControl1`, which changes what is logged until the daemon ends.
///
/// The command is `systemctl --user service-log-level typecased debug`. While the log settings differ from the original
/// ones, the daemon does not exit when idle: the next daemon would use the original settings, and a person who looks
/// for a problem would not notice.
///
/// The interface is systemd's, documented in org.freedesktop.LogControl1(5) and installed with systemd. Therefore it is
/// written as a table here, and not generated from a description of our own.
struct LogControlInterface {
    /// The object path that every service uses.
    static let path: ObjectPath = "/org/freedesktop/LogControl1"

    private static let name = "org.freedesktop.LogControl1"

    let control: LogControl
    let log: Logger
    /// The record of activity, which can keep the daemon running.
    let work: WorkInProgress

    /// The interface as a table.
    var table: ExportedInterface {
        ExportedInterface(
            name: Self.name, methods: [],
            properties: [
                ExportedProperty(
                    name: "LogLevel", signature: "s", get: { _ in .string(control.level.syslogName) },
                    set: { _, value in try setLevel(value) }),
                ExportedProperty(
                    name: "LogTarget", signature: "s", get: { _ in .string(control.target.rawValue) },
                    set: { _, value in try setTarget(value) }),
                ExportedProperty(
                    name: "SyslogIdentifier", signature: "s", get: { _ in .string(control.identifier) }),
            ],
            introspection: """
                  <interface name="\(Self.name)">
                    <property name="LogLevel" type="s" access="readwrite">
                      <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
                    </property>
                    <property name="LogTarget" type="s" access="readwrite">
                      <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
                    </property>
                    <property name="SyslogIdentifier" type="s" access="read">
                      <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
                    </property>
                  </interface>
                """)
    }

    private func setLevel(_ value: BusValue) throws(BusError) {
        guard case .string(let name) = value, let level = Logger.Level(syslogName: name) else {
            throw .invalidArguments("a level is one of emerg, alert, crit, err, warning, notice, info and debug")
        }
        change { control.level = level }
        log.notice("The log level was changed", metadata: ["level": "\(level.syslogName)"])
    }

    private func setTarget(_ value: BusValue) throws(BusError) {
        guard case .string(let name) = value else { throw .invalidArguments("a target is a string") }
        if name == "auto" {
            change { control.resetTarget() }
        } else if let target = LogControl.Target(rawValue: name) {
            change { control.target = target }
        } else {
            throw .invalidArguments("a target of this service is one of auto, journal, console and null")
        }
    }

    /// Keeps the daemon running from the first change until all changes are undone.
    ///
    /// Runs on the event loop, as all calls do.
    private func change(_ body: () -> Void) {
        let wasAsStarted = control.isAsStarted
        body()
        guard control.isAsStarted != wasAsStarted else { return }
        if wasAsStarted { work.begin(.changedLog) } else { work.end(.changedLog) }
    }
}
