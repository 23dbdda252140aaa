#!/usr/bin/python3
"""Shows texts in a font in widgets of Qt, each kind of which keeps its font in another way.

usage: qt-application.py VERSION FAMILY
"""

import importlib
import sys

binding = f"PyQt{sys.argv[1]}"
QtGui, QtWidgets = (importlib.import_module(f"{binding}.{name}") for name in ("QtGui", "QtWidgets"))
family = sys.argv[2]
application = QtWidgets.QApplication([])
window = QtWidgets.QWidget()
layout = QtWidgets.QVBoxLayout(window)
font = QtGui.QFont(family, 20)
label, own = QtWidgets.QLabel("AaBbGg label"), QtWidgets.QLabel("AaBbGg of the parent")
label.setFont(font)
rich = QtWidgets.QLabel(f'<span style="font: 20pt \'{family}\'">AaBbGg rich text</span>')
button, line, edit, tree = (
    QtWidgets.QPushButton("AaBbGg button"), QtWidgets.QLineEdit("AaBbGg line"), QtWidgets.QTextEdit(),
    QtWidgets.QListWidget())
edit.setHtml(f'AaBbGg <span style="font-family: \'{family}\'; font-size: 20pt">AaBbGg edit</span>')
tree.addItem("AaBbGg item")
for widget in (button, line, edit, tree):
    widget.setFont(font)
line.setReadOnly(True)
edit.setReadOnly(True)
styled = QtWidgets.QLabel("AaBbGg style sheet")
styled.setStyleSheet(f"font: 20pt '{family}'")
# A font that the application keeps, and that no widget has.


class Painted(QtWidgets.QWidget):
    font_of_its_own = QtGui.QFont(family, 20)

    def paintEvent(self, _event):
        painter = QtGui.QPainter(self)
        painter.setFont(self.font_of_its_own)
        painter.drawText(0, 30, "AaBbGg painted")


painted = Painted()
painted.setMinimumHeight(40)
for widget in (label, rich, own, button, line, edit, tree, styled, painted):
    layout.addWidget(widget)
window.setFocus()
window.setFixedSize(480, 560)
window.show()
(application.exec_ if hasattr(application, "exec_") else application.exec)()
