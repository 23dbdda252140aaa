/// The scripts that fonts are looked for by.
///
/// Those of OpenType's registry of script tags that fonts of Debian, of Google Fonts or of large foundries have tables for.
enum ScriptTags {
    /// OpenType's tags without the spaces at their ends, by ISO 15924's codes; scripts of India have a second one, of the shaping that came later.
    static let all: [String: [String]] = [
        "Adlm": ["adlm"], "Arab": ["arab"], "Armn": ["armn"], "Bali": ["bali"], "Beng": ["beng", "bng2"],
        "Bopo": ["bopo"], "Cans": ["cans"], "Cham": ["cham"], "Cher": ["cher"], "Copt": ["copt"], "Cyrl": ["cyrl"],
        "Deva": ["deva", "dev2"], "Ethi": ["ethi"], "Geor": ["geor"], "Goth": ["goth"], "Grek": ["grek"],
        "Gujr": ["gujr", "gjr2"], "Guru": ["guru", "gur2"], "Hang": ["hang"], "Hani": ["hani"], "Hebr": ["hebr"],
        "Java": ["java"], "Kana": ["kana"], "Khmr": ["khmr"], "Knda": ["knda", "knd2"], "Laoo": ["lao"],
        "Latn": ["latn"], "Mlym": ["mlym", "mlm2"], "Mong": ["mong"], "Mymr": ["mymr", "mym2"], "Nkoo": ["nko"],
        "Orya": ["orya", "ory2"], "Runr": ["runr"], "Sinh": ["sinh"], "Syrc": ["syrc"], "Taml": ["taml", "tml2"],
        "Telu": ["telu", "tel2"], "Tfng": ["tfng"], "Thaa": ["thaa"], "Thai": ["thai"], "Tibt": ["tibt"],
        "Vaii": ["vai"], "Yiii": ["yi"], "Zmth": ["math"],
    ]
}
