// Generated from dbus/org.typecase.ConsentAgent1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Ask the user on behalf of the font service.
///
/// A program that can talk to the user has an object of this interface, on its own connection and at a path of its
/// choice, and tells the service of it by `RegisterConsentAgent` of `org.typecase.Management1`.
///
/// The service calls it from the connection that owns `org.typecase.Management1`; a call from anybody else is none of
/// the service's. The command `typecase consent` is one.
///
/// The agent that was registered last is asked first. One that leaves the bus, fails, or answers another question than
/// it was asked is passed over, and the next one is asked. After the last agent the settings window is asked, where it
/// is installed: the object `/org/typecase/Settings` of the name `org.typecase.Settings`, which the bus starts. After
/// it the desktop's own dialog is, where the desktop has one. An agent that does not answer within the time that a
/// question has, two minutes, has not answered: the user may still be thinking, so that nobody else is asked.
package protocol ConsentAgent1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Asks the user, and replies when they have answered.
    ///
    /// Several questions may be open at one time, each of another program. All texts may come from programs and from
    /// fonts: they are to be shown, and never to be run or taken for markup.
    ///
    /// Request:
    ///
    /// - `provider` (s): the program that asks, by its id, which it cannot choose.
    /// - `kind` (s): how it was identified, as in WhoAmI.
    /// - `display_name` (s): its name as it gives it itself.
    /// - `rights` (as): the rights that it asks for.
    /// - `fonts` (as): the fonts that it is about, by their names; absent where it is about none in particular.
    /// - `font_providers` (as): whose the fonts are, as many as `fonts`; only where it asks for fonts of others.
    /// - `bytes` (t): how many bytes the fonts of others have together, as far as it is known; only where it asks for
    ///   such.
    /// - `unsized_fonts` (u): of how many fonts of others the size is not known before they are downloaded, so that
    ///   they are not counted in `bytes`; absent where there are none.
    /// - `packages` (as): the packages of the distribution that are installed for the fonts, for all users of the
    ///   machine and for good; absent where none is.
    /// - `more_fonts` (u): how many more there are than `fonts` names; absent where there are none.
    /// - `parent_window` (s): the window that the dialog belongs to, in the form of the desktop portals; absent where
    ///   it is not known.
    /// - `activation_token` (s): what lets the dialog come to the front; absent where there is none.
    ///
    /// Decisions:
    ///
    /// - `allow`: the program has the rights from now on.
    /// - `deny`: it has not, and is not to ask again.
    /// - `dismiss`: the user did not decide, and may be asked again.
    ///
    /// Any other decision is taken for a failure of the agent, as is an error.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - question: Names the question; opaque.
    ///   - request: What to ask.
    /// - Returns: `answered`: The question that the answer is to: `question` as it was given. `decision`: What the user
    ///   decided.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func ask(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, decision: String)

    /// Has the user pick a font for a program, and replies when they have.
    ///
    /// An agent that cannot show fonts replies with an error, as one that does not know the method does: the next one
    /// is asked. There is no time by which it has to answer.
    ///
    /// Request: `provider`, `kind`, `display_name`, `parent_window` and `activation_token`, as for Ask.
    ///
    /// Choice; empty where the user closed the dialog:
    ///
    /// - `id` (s), `face_index` (u): as in the face dictionary of the font, which ListFaces tells; the first face of
    ///   its file where `face_index` is absent.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - question: Names the question, as for Ask.
    ///   - request: The program that gets the font.
    /// - Returns: `answered`: The question that the answer is to: `question` as it was given. `choice`: What the user
    ///   picked.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func pickFont(
        _ call: BusMethodCall, question: String, request: [String: BusVariant]
    ) async throws -> (answered: String, choice: [String: BusVariant])

    /// Nobody waits for the answer to a question any more: its time is over, or the program has gone.
    ///
    /// The agent takes its dialog away; what it still replies counts for nothing.
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
