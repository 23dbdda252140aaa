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
    /// - `faces` (u): how many faces the system has of it.
    /// - `file` (s): the file of fontconfig's configuration with the rule.
    ///
    /// Errors: Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which to list; nothing is defined yet.
    /// - Returns: One dictionary per family, in the order of their names.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listHiddenFamilies(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Hides families of the system from the user's programs, by a file in the user's configuration of fontconfig, or
    /// shows them again.
    ///
    /// Registered fonts of such a family are hidden as well; programs in a sandbox may not know the file. FontsChanged
    /// tells of it with a generation of its own, for which Changes has no entries. On the command line: `typecase
    /// disable` and `typecase enable` with the family of a font of the system.
    ///
    /// Options:
    ///
    /// - `force` (b): hides families as well that programs need most.
    /// - `dry_run` (b): tells what would become of the families, and changes nothing.
    /// - `operation` (s): as ListHistory describes it.
    ///
    /// Results:
    ///
    /// - `family` (s): what the family is called.
    /// - `changed` (b): whether it was not so before.
    /// - `file` (s): the file of fontconfig's configuration with the rules.
    /// - `error` (s), `message` (s): why it could not be done.
    ///
    /// Errors of an item: NotRegistered where the system has no such family, ExceededResourceLimit where 300 are
    /// hidden, SystemRequired where programs get the family by default, or no other font has the letters of the user's
    /// language.
    ///
    /// Errors of the call: InvalidArgs for more than 300 families; Busy, Corrupt, InsufficientPermissions, ReadOnly,
    /// RegistrationFailed, StorageFull.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - names: Names of families of the system, in any language, at most 300.
    ///   - hidden: Whether programs are not to find them.
    ///   - options: How.
    /// - Returns: One dictionary per family, in order.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setFamiliesHidden(
        _ call: BusMethodCall, names: [String], hidden: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]
}
