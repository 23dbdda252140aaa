import QtQuick 2.15

Rectangle {
    width: 460
    height: 220
    Column {
        Text { text: "AaBbGg text"; font.family: "DejaVu Serif"; font.pointSize: 24 }
        Text { text: "<b>AaBbGg</b> rich"; textFormat: Text.RichText; font.family: "DejaVu Serif"; font.pointSize: 24 }
        TextEdit { text: "AaBbGg edit"; font.family: "DejaVu Serif"; font.pointSize: 24 }
        Text { text: "AaBbGg other"; font.pointSize: 24 }
    }
}
