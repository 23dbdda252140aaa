internal import DBus
internal import FontService
internal import Logging
internal import Systemd

/// Serves `org.freedesktop.LogControl1`, with which `systemctl --user service-log-level typecased debug` changes what is
/// logged until the daemon ends.
///
/// As long as it is changed the daemon does not leave for want of calls: the next one would log as ever, and whoever
/// looks for something would not know.
///
/// The interface is systemd's, documented in org.freedesktop.LogControl1(5) and installed with systemd, so it is written
/// down here as a table and not generated from a description of our own.
struct LogControlInterface {
    /// Where every service has it.
    static let path: ObjectPath = "/org/freedesktop/LogControl1"

    private static let name = "org.freedesktop.LogControl1"

    let control: LogControl
    let log: Logger
    /// Where it is noted that the daemon is to stay.
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

    /// Has the daemon stay from the first change on until all are taken back; on the loop, where all calls are.
    private func change(_ body: () -> Void) {
        let wasAsStarted = control.isAsStarted
        body()
        guard control.isAsStarted != wasAsStarted else { return }
        if wasAsStarted { work.begin(.changedLog) } else { work.end(.changedLog) }
    }
}
