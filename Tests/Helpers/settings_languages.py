# SPDX-License-Identifier: Apache-2.0
"""The settings window in other languages: installed in a prefix with its catalogs, and started in a locale of its own."""

import gettext
import pathlib
import re
import shutil
import subprocess

from picture_session import ROOT

# By the name that pictures and checks have: the locale, and the catalog.
LANGUAGES = {"german": ("de_DE", "de"), "chinese": ("zh_CN", "zh_CN")}
# Debian's smallest font with Chinese letters.
CHINESE_FONT = pathlib.Path("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf")


def locale_variables(session, locale):
    """Makes a locale, such as de_DE, and returns what programs need of the environment to be in it.

    gettext translates nothing in the locale C, whatever LANGUAGE says, and newer versions of glibc nothing in C.UTF-8 either.
    Debian installs no others unless somebody asks for them, so this one is made, in a directory that needs no root.
    """
    locales = session.directory / "locales"
    if not (locales / f"{locale}.UTF-8").exists():
        locales.mkdir(exist_ok=True)
        subprocess.run(["/usr/bin/localedef", "-i", locale, "-f", "UTF-8", locales / f"{locale}.UTF-8"], check=True)
    return {"LOCPATH": str(locales), "LC_ALL": f"{locale}.UTF-8", "LANGUAGE": ""}


class Language:
    """A language of the window."""

    def __init__(self, session, name):
        locale, catalog = LANGUAGES[name]
        self.name = name
        self.prefix = session.directory / "prefix"
        self.program = self.prefix / "bin/typecase-settings"
        self.variables = locale_variables(session, locale)
        if not self.program.exists():
            # The program looks for catalogs beside itself, past links.
            self.program.parent.mkdir(parents=True)
            for program in ("typecase", "typecase-settings"):
                shutil.copy(session.programs / program, self.program.parent)
        messages = self.prefix / f"share/locale/{catalog}/LC_MESSAGES/typecase.mo"
        messages.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["msgfmt", "--output-file", messages, ROOT / f"po/{catalog}.po"], check=True)
        with open(messages, "rb") as file:
            translations = gettext.GNUTranslations(file)._catalog
        # Plurals have a number beside the text, and the entry without one is the header.
        self.texts = {text: other for text, other in translations.items() if isinstance(text, str) and text}
        # The text with more words of its own is meant, as others match it too.
        self.patterns = [
            (re.compile(re.sub(r"%\d", "(.+)", re.escape(text))), re.findall(r"%\d", text), other)
            for text, other in sorted(self.texts.items(), key=lambda item: -len(item[0])) if "%" in text]

    def translate(self, text):
        """What the window has for a text, whose arguments are filled in."""
        if text in self.texts:
            return self.texts[text]
        for pattern, places, other in self.patterns:
            if match := pattern.fullmatch(text):
                values = dict(zip(places, map(self.translate, match.groups())))
                return re.sub(r"%\d", lambda place: values[place[0]], other)
        return text

    def leftovers(self, window):
        """The texts of a window that have a translation and are in English all the same."""
        names = {node.get_name() for node in window.nodes()}
        return sorted(name for name in names if self.texts.get(name, name) != name)
