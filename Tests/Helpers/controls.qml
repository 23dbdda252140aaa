import QtQuick 2.15
import QtQuick.Controls 2.15

// Changes the font of a pane after some seconds, and tells of the sizes of what is in it.
Rectangle {
    width: 460
    height: 220
    Pane {
        id: pane
        font.family: "DejaVu Serif"
        font.pointSize: 16
        Column {
            Label { id: label; text: "AaBbGg label" }
            Button { id: button; text: "AaBbGg button" }
        }
    }
    Timer {
        interval: 4000
        running: true
        onTriggered: {
            pane.font.pointSize = 30
            console.log("sizes:", label.font.pointSize, button.font.pointSize)
        }
    }
}
