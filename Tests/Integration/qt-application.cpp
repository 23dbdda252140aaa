// Prints whether the family that is its argument is known, at the start and whenever Qt has looked at the fonts anew;
// ends when it is.
#include "typecase-qt.h"

#include <QGuiApplication>
#include <cstdio>

int main(int count, char **arguments)
{
    QGuiApplication application(count, arguments);
    const QString family = application.arguments().value(1);
    const auto tell = [&family] {
        const bool isKnown = QFontDatabase().families().contains(family);
        std::puts(isKnown ? "known" : "unknown");
        std::fflush(stdout);
        return isKnown;
    };
    TypecaseFonts fonts;
    tell();
    QObject::connect(&application, &QGuiApplication::fontDatabaseChanged, [&] {
        if (tell())
            application.quit();
    });
    return application.exec();
}
