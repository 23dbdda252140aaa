/// The scripts by which fonts can be filtered.
///
/// Those of OpenType's registry of script tags that fonts of Debian, of Google Fonts or of large foundries have tables
/// for.
enum ScriptTags {
    /// OpenType's tags without the spaces at their ends, by ISO 15924's codes in small letters; scripts of India have a
    /// second one, of the shaping that came later.
    static let all: [String: [String]] = [
        "adlm": ["adlm"], "arab": ["arab"], "armn": ["armn"], "bali": ["bali"], "beng": ["beng", "bng2"],
        "bopo": ["bopo"], "cans": ["cans"], "cham": ["cham"], "cher": ["cher"], "copt": ["copt"], "cyrl": ["cyrl"],
        "deva": ["deva", "dev2"], "ethi": ["ethi"], "geor": ["geor"], "goth": ["goth"], "grek": ["grek"],
        "gujr": ["gujr", "gjr2"], "guru": ["guru", "gur2"], "hang": ["hang"], "hani": ["hani"], "hebr": ["hebr"],
        "java": ["java"], "kana": ["kana"], "khmr": ["khmr"], "knda": ["knda", "knd2"], "laoo": ["lao"],
        "latn": ["latn"], "mlym": ["mlym", "mlm2"], "mong": ["mong"], "mymr": ["mymr", "mym2"], "nkoo": ["nko"],
        "orya": ["orya", "ory2"], "runr": ["runr"], "sinh": ["sinh"], "syrc": ["syrc"], "taml": ["taml", "tml2"],
        "telu": ["telu", "tel2"], "tfng": ["tfng"], "thaa": ["thaa"], "thai": ["thai"], "tibt": ["tibt"],
        "vaii": ["vai"], "yiii": ["yi"], "zmth": ["math"],
    ]
}
