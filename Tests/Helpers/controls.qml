import QtQuick 2.15
import QtQuick.Controls 2.15

// Changes the font of a pane once another font is drawn, and tells of the sizes of what is in it.
Rectangle {
    width: 460
    height: 220
    property real first: 0
    Component.onCompleted: first = label.implicitWidth
    function grow() {
        pane.font.pointSize = 30
        console.log("sizes:", label.font.pointSize, button.font.pointSize)
    }
    Pane {
        id: pane
        font.family: "DejaVu Serif"
        font.pointSize: 16
        Column {
            Label {
                id: label
                text: "AaBbGg label"
                // After all texts have been laid out.
                onImplicitWidthChanged: if (first > 0 && pane.font.pointSize == 16) Qt.callLater(grow)
            }
            Button { id: button; text: "AaBbGg button" }
        }
    }
}
