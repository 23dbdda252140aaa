// SPDX-License-Identifier: Apache-2.0
//
// Has a running Qt application, version 5 or 6, draw with fonts that come after its start.
//
//     TypecaseFonts fonts;   // for as long as the application runs, made in its main thread
//
// Link with Qt's modules Gui and DBus, and with fontconfig. Qt looks at the fonts anew when a font of the application's
// own leaves, and never otherwise: so one comes for a moment, any that the system has.
#pragma once

#include <QDBusConnection>
#include <QFile>
#include <QFontDatabase>
#include <QObject>
#include <fontconfig/fontconfig.h>

class TypecaseFonts : public QObject
{
    Q_OBJECT

public:
    explicit TypecaseFonts(QObject *parent = nullptr)
        : QObject(parent)
    {
        QDBusConnection::sessionBus().connect(
            QStringLiteral("org.typecase.FontManager1"), QStringLiteral("/org/typecase/FontManager1"),
            QStringLiteral("org.typecase.FontManager1"), QStringLiteral("FontsChanged"), this, SLOT(refresh()));
    }

public Q_SLOTS:
    /// Looks at the fonts anew; Qt tells with QGuiApplication::fontDatabaseChanged.
    void refresh()
    {
        FcInitReinitialize();
        FcPattern *wish = FcPatternCreate();
        FcConfigSubstitute(nullptr, wish, FcMatchPattern);
        FcDefaultSubstitute(wish);
        FcResult result;
        FcPattern *match = FcFontMatch(nullptr, wish, &result);
        FcChar8 *file = nullptr;
        if (match && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch) {
            const int font =
                QFontDatabase::addApplicationFont(QFile::decodeName(reinterpret_cast<const char *>(file)));
            if (font >= 0)
                QFontDatabase::removeApplicationFont(font);
        }
        if (match)
            FcPatternDestroy(match);
        FcPatternDestroy(wish);
    }
};
