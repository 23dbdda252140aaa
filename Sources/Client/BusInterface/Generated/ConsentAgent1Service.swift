// Generated from dbus/org.typecase.ConsentAgent1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Ask the user on behalf of the font service.
///
/// A program that can ask the user exports an object of this interface, on its own connection and at a path of its
/// choice, and registers it with `RegisterConsentAgent` of `org.typecase.Management1`.
///
/// The service calls the object from the connection that owns `org.typecase.Management1`; a call from any other
/// connection does not come from the service. The command `typecase consent` is such an agent.
///
/// First, the service asks the agent that was registered last. If an agent leaves the bus, fails, or answers a question
/// other than the one it was asked, the service skips it and asks the next one. After the last agent, the service asks
/// the settings window, if it is installed: the object `/org/typecase/Settings` at the bus name
/// `org.typecase.Settings`, which the bus activates. After that, it asks with the desktop's own dialog, if the desktop
/// has one. If an agent does not answer within two minutes, the time limit of a question, the question stays
/// unanswered: the user may still be thinking, so the service asks no other agent.
package protocol ConsentAgent1Service: Sendable {
    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Asks the user, and replies when the user has answered.
    ///
    /// Several questions may be open at the same time, each from a different program. All strings may come from
    /// programs or fonts: display them, and never run them or interpret them as markup.
    ///
    /// Request:
    ///
    /// - `provider` (s): the id of the program that asks; the program cannot choose it.
    /// - `kind` (s): how the program was identified, as in WhoAmI.
    /// - `display_name` (s): the name that the program gives itself.
    /// - `rights` (as): the rights that the program asks for.
    /// - `fonts` (as): the names of the fonts that the question is about; absent if it is about no particular fonts.
    /// - `font_providers` (as): the providers of the fonts, one for each entry of `fonts`; present only if the program
    ///   asks for fonts of other providers.
    /// - `font_sizes` (at): the size in bytes of each entry of `fonts`; 0 if it is not known. Absent if no size is
    ///   known.
    /// - `font_files` (a{uh}): the bytes of fonts that the program wants to register, to show samples of them: sealed
    ///   memory, open for reading, by the position of the font in `fonts`, from 0. At most 16, with at most 32 MiB
    ///   together; fewer if they changed since they were examined, or if other questions need the memory. The service
    ///   has examined the bytes. Absent if there are none, and if the agent's connection does not accept file
    ///   descriptors.
    /// - `bytes` (t): the total size in bytes of the fonts of other providers, as far as it is known; present only if
    ///   the program asks for such fonts.
    /// - `unsized_fonts` (u): the number of fonts of other providers whose size is not known before they are downloaded
    ///   and which are therefore not counted in `bytes`; absent if there are none.
    /// - `packages` (as): the distribution packages that are to be installed for the fonts, permanently and for all
    ///   users of the machine; absent if there are none.
    /// - `more_fonts` (u): the number of further fonts, which `fonts` does not name; absent if there are none.
    /// - `parent_window` (s): the window that the dialog belongs to, in the format that desktop portals use; absent if
    ///   it is not known.
    /// - `activation_token` (s): a token that allows the dialog to come to the front; absent if there is none.
    ///
    /// Decisions:
    ///
    /// - `allow`: the program has the rights from now on.
    /// - `deny`: the program does not have the rights, and the user is not asked again.
    /// - `dismiss`: the user did not decide, and may be asked again.
    ///
    /// The service treats any other decision, or an error, as a failure of the agent.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - question: Identifies the question; opaque.
    ///   - request: What to ask.
    /// - Returns: `answered`: The question that was answered: `question` as it was given. `decision`: What the user
    ///   decided.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func ask(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, decision: String)

    /// Lets the user pick a font for a program, and replies when the user has picked one.
    ///
    /// An agent that cannot show fonts replies with an error, like an agent that does not know the method; the service
    /// then asks the next one. There is no time limit for the answer.
    ///
    /// Request: `provider`, `kind`, `display_name`, `parent_window` and `activation_token`, as for Ask.
    ///
    /// Choice; empty if the user closed the dialog:
    ///
    /// - `id` (s), `face_index` (u): as in the face dictionary of the font, which ListFaces returns; if `face_index` is
    ///   absent, the choice is the first face of the file.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - question: Identifies the question, as for Ask.
    ///   - request: The program that gets the font.
    /// - Returns: `answered`: The question that was answered: `question` as it was given. `choice`: What the user
    ///   picked.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func pickFont(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, choice: [String: BusVariant])

    /// No program waits for the answer to a question any more: its time limit has passed, or the program has
    /// disconnected.
    ///
    /// The agent closes its dialog; the service ignores any later reply.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - question: The question, as it was given to Ask or PickFont.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func withdraw(_ call: BusMethodCall, question: String) async throws
}

extension ConsentAgent1Service {
    package var version: UInt32 { 1 }
}
