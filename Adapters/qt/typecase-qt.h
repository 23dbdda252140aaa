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
#include <QGuiApplication>
#include <QObject>
#include <QSignalBlocker>
#include <fontconfig/fontconfig.h>
#include <sys/mman.h>
#include <unistd.h>

class TypecaseFonts : public QObject
{
    Q_OBJECT

public:
    explicit TypecaseFonts(QObject *parent = nullptr)
        : QObject(parent), marker(memfd_create("typecase-fonts", MFD_CLOEXEC))
    {
        // Every Flatpak hears the name of the portal, and needs a permission for the other one.
        const bool isFlatpak = access("/.flatpak-info", F_OK) == 0;
        const QString name = isFlatpak ? QStringLiteral("org.freedesktop.portal.Typecase")
                                       : QStringLiteral("org.typecase.FontManager1");
        QDBusConnection::sessionBus().connect(
            name,
            isFlatpak ? QStringLiteral("/org/freedesktop/portal/desktop/typecase")
                      : QStringLiteral("/org/typecase/FontManager1"),
            name, isFlatpak ? QStringLiteral("Changed") : QStringLiteral("FontsChanged"), this,
            SLOT(fontsChanged(qulonglong)));
    }

    ~TypecaseFonts() override
    {
        if (marker >= 0)
            close(marker);
    }

public Q_SLOTS:
    /// Looks at the fonts anew, those included that the application has added to fontconfig for itself since its first
    /// text; Qt tells with QGuiApplication::fontDatabaseChanged.
    void refresh()
    {
        FcConfig *config = FcInitLoadConfigAndFonts();
        if (!config)
            return;
        // With the fonts that this process alone has, such as its launch fonts, whose files are not read again: Qt
        // clears those that it forgets.
        FcFontSet *own = FcConfigGetFonts(nullptr, FcSetApplication);
        FcFontSet *kept = nullptr;
        if (own && own->nfont > 0) {
            // Only whoever adds a file makes the set; of what is no font, nothing is added to it.
            FcConfigAppFontAddFile(config, reinterpret_cast<const FcChar8 *>("/dev/null"));
            kept = FcConfigGetFonts(config, FcSetApplication);
        }
        for (int index = 0; kept && index < own->nfont; ++index) {
            FcPatternReference(own->fonts[index]);
            FcFontSetAdd(kept, own->fonts[index]);
        }
        forget(config);
        FcConfigSetCurrent(config);
        FcConfigDestroy(config);
        // Now that all is there.
        Q_EMIT qGuiApp->fontDatabaseChanged();
    }

private Q_SLOTS:
    void fontsChanged(qulonglong generation)
    {
        refresh();
        const QByteArray text = QByteArray::number(generation) + '\n';
        if (marker >= 0 && pwrite(marker, text.constData(), text.size(), 0) < 0)
            qWarning("typecase: what is drawn cannot be noted");
    }

private:
    Q_DISABLE_COPY(TypecaseFonts)

    // Has Qt forget all fonts, and tell nobody yet: whoever asks it next has it ask fontconfig.
    static void forget(FcConfig *config)
    {
        const QSignalBlocker blocker(qGuiApp);
        FcPattern *wish = FcPatternCreate();
        FcConfigSubstitute(config, wish, FcMatchPattern);
        FcDefaultSubstitute(wish);
        FcResult result;
        FcPattern *match = FcFontMatch(config, wish, &result);
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

    // The file in memory by which `typecase status --apps` sees that this process follows the fonts, and how far it is:
    // it holds the generation of the fonts that it knows.
    const int marker;
};
