// SPDX-License-Identifier: Apache-2.0
//
// The types of Typecase's bus interfaces that have no name in Qt, for what qdbusxml2cpp makes of their descriptions:
//
//     qdbusxml2cpp -i typecase-types.h -p fontmanager /usr/share/dbus-1/interfaces/org.typecase.FontManager1.xml
//
// Call qRegisterTypecaseTypes() before the first call. It works with Qt 5 and Qt 6.
#pragma once

#include <QDBusMetaType>
#include <QDBusUnixFileDescriptor>
#include <QList>
#include <QMap>
#include <QString>
#include <QVariantMap>

// a{ss}. Qt's macros take no type with a comma in it.
using TypecaseStrings = QMap<QString, QString>;

inline void qRegisterTypecaseTypes()
{
    // By this name too, which is what the slots of adaptors have.
    qRegisterMetaType<TypecaseStrings>("TypecaseStrings");
    qDBusRegisterMetaType<TypecaseStrings>();
    qDBusRegisterMetaType<QList<QVariantMap>>();
    qDBusRegisterMetaType<QList<QDBusUnixFileDescriptor>>();
}
