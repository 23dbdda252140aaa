// Generated from dbus/org.typecase.ConsentAgent1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls `org.typecase.ConsentAgent1` over a bus connection.
package struct ConsentAgent1Client: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    ///   - path: The path of the object.
    package init(_ connection: BusConnection, busName: String, path: ObjectPath) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: path,
            interface: ConsentAgent1Names.interface)
    }

    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func version(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("version", timeout: timeout)
    }

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
    ///   - question: Names the question; opaque.
    ///   - request: What to ask.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `answered`: The question that the answer is to: `question` as it was given. `decision`: What the user
    ///   decided.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func ask(
        question: String, request: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (answered: String, decision: String) {
        let reply = try await proxy.call("Ask", [question.busValue, request.busValue], timeout: timeout)
        return (answered: try reply.value(0, "answered"), decision: try reply.value(1, "decision"))
    }

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
    ///   - question: Names the question, as for Ask.
    ///   - request: The program that gets the font.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `answered`: The question that the answer is to: `question` as it was given. `choice`: What the user
    ///   picked.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func pickFont(
        question: String, request: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (answered: String, choice: [String: BusVariant]) {
        let reply = try await proxy.call("PickFont", [question.busValue, request.busValue], timeout: timeout)
        return (answered: try reply.value(0, "answered"), choice: try reply.value(1, "choice"))
    }

    /// Nobody waits for the answer to a question any more: its time is over, or the program has gone.
    ///
    /// The agent takes its dialog away; what it still replies counts for nothing.
    ///
    /// - Parameters:
    ///   - question: The question, as it was given to Ask or PickFont.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func withdraw(question: String, timeout: Duration = BusProxy.standardTimeout) async throws(BusError) {
        _ = try await proxy.call("Withdraw", [question.busValue], timeout: timeout)
    }
}
