internal import FontModel
internal import WorkerProtocol

extension RecordEncoder {
    mutating func put(_ opinions: [Opinion]) throws(MalformedRecord) {
        typealias Limit = InspectionWire.Limit
        try put(opinions, limit: Limit.opinions) { encoder, opinion throws(MalformedRecord) in
            try encoder.put(opinion.judge.rawValue, limit: 32)
            try encoder.put(opinion.version, limit: 32)
            try encoder.put(opinion.silence, limit: Limit.message)
        }
    }

    mutating func put(_ opinion: SecondOpinion) throws(MalformedRecord) {
        switch opinion.verdict {
        case .accepted: put(1 as UInt8)
        case .rejected(let reason):
            put(2 as UInt8)
            try put(reason, limit: InspectionWire.Limit.message)
        case .unheard(let reason):
            put(3 as UInt8)
            try put(reason, limit: InspectionWire.Limit.message)
        }
        try put(opinion.version, limit: 32)
    }
}

extension RecordDecoder {
    mutating func opinions() throws(MalformedRecord) -> [Opinion] {
        typealias Limit = InspectionWire.Limit
        return try list(limit: Limit.opinions, minimumSize: 9) { decoder throws(MalformedRecord) in
            Opinion(
                try decoder.enumeration(), version: try decoder.text(limit: 32),
                silence: try decoder.optionalText(limit: Limit.message))
        }
    }

    mutating func secondOpinion() throws(MalformedRecord) -> SecondOpinion {
        let verdict: SecondOpinion.Verdict =
            switch try integer(UInt8.self) {
            case 1: .accepted
            case 2: .rejected(reason: try text(limit: InspectionWire.Limit.message))
            case 3: .unheard(try text(limit: InspectionWire.Limit.message))
            default: throw MalformedRecord("the opinion is unknown")
            }
        return SecondOpinion(verdict, version: try text(limit: 32))
    }
}
