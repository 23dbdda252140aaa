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

    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func version(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("version", timeout: timeout)
    }

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
    ///   - question: Identifies the question; opaque.
    ///   - request: What to ask.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `answered`: The question that was answered: `question` as it was given. `decision`: What the user
    ///   decided.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func ask(
        question: String, request: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (answered: String, decision: String) {
        let reply = try await proxy.call("Ask", [question.busValue, request.busValue], timeout: timeout)
        return (answered: try reply.value(0, "answered"), decision: try reply.value(1, "decision"))
    }

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
    ///   - question: Identifies the question, as for Ask.
    ///   - request: The program that gets the font.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `answered`: The question that was answered: `question` as it was given. `choice`: What the user
    ///   picked.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func pickFont(
        question: String, request: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (answered: String, choice: [String: BusVariant]) {
        let reply = try await proxy.call("PickFont", [question.busValue, request.busValue], timeout: timeout)
        return (answered: try reply.value(0, "answered"), choice: try reply.value(1, "choice"))
    }

    /// No program waits for the answer to a question any more: its time limit has passed, or the program has
    /// disconnected.
    ///
    /// The agent closes its dialog; the service ignores any later reply.
    ///
    /// - Parameters:
    ///   - question: The question, as it was given to Ask or PickFont.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func withdraw(question: String, timeout: Duration = BusProxy.standardTimeout) async throws(BusError) {
        _ = try await proxy.call("Withdraw", [question.busValue], timeout: timeout)
    }
}
