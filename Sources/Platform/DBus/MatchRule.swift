/// A rule that selects which signals to receive.
package struct MatchRule: Sendable, Hashable {
    /// The unique or well-known name of the sender.
    package var sender: String?
    /// The object that sends the signal.
    package var path: ObjectPath?
    /// The object that sends the signal, or one above it.
    package var pathNamespace: ObjectPath?
    /// The signal's interface.
    package var interface: String?
    /// The signal's name.
    package var member: String?
    /// The first argument, if it is a string.
    package var firstArgument: String?
    /// The first argument or a dot-separated prefix of it: `org.example` for `org.example.Service`.
    package var firstArgumentNamespace: String?
    /// The second argument, if it is a string.
    package var secondArgument: String?

    /// Creates a rule that matches every signal, restricted by the given values.
    package init(
        sender: String? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil, interface: String? = nil,
        member: String? = nil, firstArgument: String? = nil, firstArgumentNamespace: String? = nil,
        secondArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
        self.firstArgumentNamespace = firstArgumentNamespace
        self.secondArgument = secondArgument
    }

    /// The rule in the syntax of the bus.
    package var text: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            // Inside quotes, only the quote itself is special, and must be placed outside of them.
            guard let value else { return }
            parts.append(
                "\(key)='\(value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'")
        }
        add("sender", sender)
        add("path", path?.text)
        add("path_namespace", pathNamespace?.text)
        add("interface", interface)
        add("member", member)
        add("arg0", firstArgument)
        add("arg0namespace", firstArgumentNamespace)
        add("arg1", secondArgument)
        return parts.joined(separator: ",")
    }

    /// Whether a signal matches everything in the rule except the sender.
    func matchesContent(of signal: BusSignal) -> Bool {
        if let path, signal.path != path { return false }
        if let pathNamespace, signal.path != pathNamespace, signal.path.childElement(below: pathNamespace) == nil {
            return false
        }
        if let interface, signal.interface != interface { return false }
        if let member, signal.member != member { return false }
        if let firstArgument {
            guard case .string(firstArgument)? = signal.arguments.first else { return false }
        }
        if let firstArgumentNamespace {
            guard case .string(let name)? = signal.arguments.first,
                name == firstArgumentNamespace || name.hasPrefix("\(firstArgumentNamespace).")
            else { return false }
        }
        if let secondArgument {
            guard signal.arguments.count > 1, case .string(secondArgument) = signal.arguments[1] else { return false }
        }
        return true
    }
}
