internal import DBus
internal import Logging
internal import Systemd

/// Serves `org.freedesktop.LogControl1`, with which `systemctl --user service-log-level typecased debug` changes what is
/// logged until the daemon ends.
///
/// The interface is systemd's, documented in org.freedesktop.LogControl1(5) and installed with systemd, so it is written
/// down here as a table and not generated from a description of our own.
struct LogControlInterface {
    /// Where every service has it.
    static let path: ObjectPath = "/org/freedesktop/LogControl1"

    private static let name = "org.freedesktop.LogControl1"

    let control: LogControl
    let log: Logger

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
        control.level = level
        log.notice("The log level was changed", metadata: ["level": "\(level.syslogName)"])
    }

    private func setTarget(_ value: BusValue) throws(BusError) {
        guard case .string(let name) = value else { throw .invalidArguments("a target is a string") }
        if name == "auto" {
            control.resetTarget()
        } else if let target = LogControl.Target(rawValue: name) {
            control.target = target
        } else {
            throw .invalidArguments("a target of this service is one of auto, journal, console and null")
        }
    }
}
