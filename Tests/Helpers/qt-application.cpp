// Prints whether the families that are its first two arguments are known, at the start, whenever Qt has looked at the
// fonts anew, and for each line of its standard input but the last, with which it ends. The file that is its third
// argument, with the second family, it adds to fontconfig's fonts of the application; --without-adapter leaves out the
// adapter.
#include "typecase-qt.h"

#include <QGuiApplication>
#include <QSocketNotifier>
#include <cstdio>
#include <memory>

int main(int count, char **arguments)
{
    QGuiApplication application(count, arguments);
    const QStringList words = application.arguments();
    FcConfigAppFontAddFile(nullptr, reinterpret_cast<const FcChar8 *>(QFile::encodeName(words.value(3)).constData()));
    const auto tell = [&words] {
#if QT_VERSION_MAJOR < 6
        const QStringList families = QFontDatabase().families();
#else
        const QStringList families = QFontDatabase::families();
#endif
        for (int index : {1, 2})
            std::printf("%s%c", families.contains(words.value(index)) ? "known" : "unknown", index == 1 ? ' ' : '\n');
        std::fflush(stdout);
    };
    std::unique_ptr<TypecaseFonts> fonts;
    if (!words.contains(QStringLiteral("--without-adapter")))
        fonts = std::make_unique<TypecaseFonts>();
    tell();
    QSocketNotifier input(0, QSocketNotifier::Read);
    // Not when the application takes its fonts away as it ends.
    QObject::connect(&application, &QGuiApplication::fontDatabaseChanged, &input, tell);
    QObject::connect(&input, &QSocketNotifier::activated, [&] {
        char line[64];
        if (read(0, line, sizeof line) > 0)
            tell();
        else
            application.quit();
    });
    return application.exec();
}
