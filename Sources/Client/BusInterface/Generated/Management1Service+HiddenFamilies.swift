// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The methods of `org.typecase.Management1` that are about hiddenfamilies.
package protocol Management1HiddenFamiliesService: Sendable {
    /// Lists the families of the system that the user hides from programs.
    ///
    /// On the command line: `typecase list` with its option `hidden`.
    ///
    /// Families:
    ///
    /// - `family` (s): the name.
    /// - `faces` (u): how many faces of the family the system has.
    /// - `file` (s): the fontconfig configuration file that contains the rule.
    ///
    /// Errors: Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: A filter; no key is defined yet.
    /// - Returns: One dictionary per family, sorted by name.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listHiddenFamilies(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Hides families of the system from the user's programs, or shows them again.
    ///
    /// The service uses a file in the user's fontconfig configuration for this. Registered fonts of a hidden family are
    /// hidden as well. Sandboxed programs might not read this file. FontsChanged reports the change with a generation
    /// of its own, for which Changes has no entries. On the command line: `typecase disable` and `typecase enable` with
    /// the family of a system font.
    ///
    /// Options:
    ///
    /// - `force` (b): also hides the families that programs need most.
    /// - `dry_run` (b): reports what would happen to the families, and changes nothing.
    /// - `operation` (s): as ListHistory describes it.
    ///
    /// Results:
    ///
    /// - `family` (s): the name of the family.
    /// - `changed` (b): `false` if the family was already in the requested state.
    /// - `file` (s): the fontconfig configuration file that contains the rules.
    /// - `error` (s), `message` (s): why the family could not be hidden or shown.
    ///
    /// Errors of an item: NotRegistered if the system has no such family, ExceededResourceLimit if 300 families are
    /// hidden, SystemRequired if programs get the family by default or no other font has the letters of the user's
    /// language.
    ///
    /// Errors of the call: InvalidArgs for more than 300 families; Busy, Corrupt, InsufficientPermissions, ReadOnly,
    /// RegistrationFailed, StorageFull.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - names: Names of families of the system, in any language, at most 300.
    ///   - hidden: Whether to hide them; otherwise they are shown again.
    ///   - options: Options.
    /// - Returns: One dictionary per family, in order.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setFamiliesHidden(
        _ call: BusMethodCall, names: [String], hidden: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]
}
