import QtQuick 2.15
import QtQuick.Controls 2.15

// Each text is in 30 lines of its own.
Rectangle {
    width: 460
    height: 220
    Column {
        Text { height: 30; text: "AaBbGg text"; font.family: "DejaVu Serif"; font.pointSize: 18 }
        Text { height: 30; text: "<b>AaBbGg</b> rich"; textFormat: Text.RichText; font.family: "DejaVu Serif"; font.pointSize: 18 }
        TextEdit { height: 30; text: "AaBbGg edit"; font.family: "DejaVu Serif"; font.pointSize: 18 }
        TextInput { height: 30; text: "AaBbGg input"; font.family: "DejaVu Serif"; font.pointSize: 18 }
        Text { height: 30; text: "AaBbGg other"; font.pointSize: 18 }
        Pane {
            padding: 0
            font.family: "DejaVu Serif"
            font.pointSize: 14
            Column {
                Label { height: 30; text: "AaBbGg label" }
                Button { height: 30; text: "AaBbGg button" }
            }
        }
    }
}
