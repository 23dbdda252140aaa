internal import FontModel
internal import PositionedJSON

extension Array where Element == JSONFault {
    /// The faults as JSON, as commands report them.
    var json: JSONText {
        .array(
            map { fault in
                .object([
                    ("line", .integer(Int64(fault.position.line))),
                    ("column", .integer(Int64(fault.position.column))), ("field", .string(fault.pointer)),
                    ("message", .string(fault.message)),
                ])
            })
    }
}
