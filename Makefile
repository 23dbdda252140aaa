# What people and continuous integration do with the sources. `make help` lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# Programs are installed without their symbols, a third of their size; INSTALL_PROGRAM=install keeps them for a debugger.
STRIP ?= strip
INSTALL_PROGRAM ?= $(if $(shell command -v $(STRIP)),install -s --strip-program=$(STRIP),install)
# Builds of packages have a `:` here: they do not change the system that they run on.
INSTALL_DEPENDENCIES ?= packaging/install-dependencies
# More arguments for the build of release programs, such as BUILD_FLAGS='--jobs 1'.
BUILD_FLAGS ?=
# More arguments for the unit tests or for the benchmarks, such as ARGS='--filter RegistryTests' and ARGS=--full.
ARGS ?=

bindir = $(PREFIX)/bin
libexecdir = $(PREFIX)/libexec/typecase
mandir = $(PREFIX)/share/man
bashcompletiondir = $(PREFIX)/share/bash-completion/completions
zshcompletiondir = $(PREFIX)/share/zsh/site-functions
fishcompletiondir = $(PREFIX)/share/fish/vendor_completions.d
servicedir = $(PREFIX)/share/dbus-1/services
interfacedir = $(PREFIX)/share/dbus-1/interfaces
schemadir = $(PREFIX)/share/typecase/schemas
refresherdir = $(PREFIX)/share/typecase/refreshers
unitdir = $(PREFIX)/lib/systemd/user
presetdir = $(PREFIX)/lib/systemd/user-preset
catalogdir = $(PREFIX)/lib/systemd/catalog
localedir = $(PREFIX)/share/locale

version = $(shell sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/Service/FontModel/TypecaseVersion.swift)
release_flags = $(or $(shell SWIFT='$(SWIFT)' packaging/release-flags),$(error no flags for release programs))
release = $(SWIFT) build $(release_flags) $(BUILD_FLAGS)
build_release = for product in typecase typecased typecase-inspect typecase-convert typecase-fetch typecase-packages $(settings_program); do $(release) --product $$product || exit; done
# The directory of the programs that are installed.
programs ?= .build/release
# Where the build leaves the manual pages and shell completions, which are made from the descriptions of the interfaces
# and from what the program says of its commands.
manuals = .build/man
completions = .build/completions
# The program that is asked for its commands: where the one that was built does not run here, one that does.
DESCRIBER ?= .build/release/typecase
substitute = sed -e 's|@bindir@|$(bindir)|g' -e 's|@libexecdir@|$(libexecdir)|g'

swift_sources = find Sources Tests Tools Benchmarks Examples Package.swift -name '*.swift' -not -path '*/Generated/*' -print0
scripts = $(shell grep -rlIE '^\#!/bin/(ba)?sh' packaging Tests Tools Benchmarks .ci 2>/dev/null)

services = $(wildcard dbus/*.service.in)
interfaces = $(wildcard dbus/*.xml)
units = $(wildcard systemd/*.service.in systemd/*.service systemd/*.path systemd/*.socket)
# What starts by itself, as TARGET/UNIT: nobody has to enable anything. A package that goes by presets installs with
# `enabled=`.
enabled = default.target/typecase-reconcile.service graphical-session-pre.target/typecase-reconcile.service \
	default.target/typecase-logins.path default.target/typecase-providers.path

include Adapters/adapters.mk
include po/translations.mk
include packaging/settings/settings.mk
include packaging/client/client.mk
include packaging/videolabel/videolabel.mk

# Where tarballs and packages are left.
distribution ?= .build/distribution
tarball = $(distribution)/typecase-$(version).tar.xz

.PHONY: all help docs test unit test-release test-desktop test-system test-dist test-packages fuzz fuzz-desktop test-debian-fonts lint format screenshots test-settings-debian-13 try bench install uninstall dist deb rpm

all: ## Build the release programs, the adapters, the manual pages and the completions (the default)
	@$(INSTALL_DEPENDENCIES) build manual
	$(build_release)
	$(MAKE) adapters $(catalogs) $(settings_manual) $(settings_translations)
	packaging/man/render $(manuals) $(DESCRIBER)
	packaging/completions/render $(completions) $(DESCRIBER)

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' Makefile

test: ## Run every test, as an unprivileged user even where root starts them
	@$(INSTALL_DEPENDENCIES) test manual $$([ "$$(id -u)" != 0 ] || echo system)
	$(SWIFT) build --build-tests
	$(SWIFT) build --package-path Examples/swift --scratch-path .build/examples
	packaging/man/render $(manuals) "$$($(SWIFT) build --show-bin-path)/typecase"
	packaging/completions/render $(completions) "$$($(SWIFT) build --show-bin-path)/typecase"
	$(MAKE) adapters $(settings_manual)
	Tests/report Tests/run "$$($(SWIFT) build --show-bin-path)" $(ARGS)

unit: ## Build and run the tests of one module alone, such as MODULE=Registry; without it those of all parts
	@$(INSTALL_DEPENDENCIES) build
	@ls -d Tests/*/'$(MODULE)Tests' >/dev/null 2>&1 || [ -z '$(MODULE)' ] || \
		{ echo 'Name a module with tests: make unit MODULE=Registry' >&2; exit 64; }
	$(if $(MODULE),TYPECASE_TEST_MODULE=$(MODULE) $(SWIFT) build --product typecasePackageTests,$(SWIFT) build --build-tests)
	Tests/unprivileged "$$($(SWIFT) build --show-bin-path)/typecasePackageTests.xctest" --testing-library swift-testing \
		--experimental-maximum-parallelization-width 4 $(or $(ARGS),$(if $(MODULE),,--skip '^EndToEndTests\.'))

# An optimizer can break a program whose tests pass.
test-release: ## Run the tests of the whole with the optimized programs
	@$(INSTALL_DEPENDENCIES) test
	$(build_release)
	$(SWIFT) build --build-tests
	TYPECASE_TESTED_PROGRAMS="$$($(release) --show-bin-path)" \
		Tests/unprivileged "$$($(SWIFT) build --show-bin-path)/typecasePackageTests.xctest" --testing-library swift-testing \
		--experimental-maximum-parallelization-width 8 $(or $(ARGS),--filter '^EndToEndTests\.')

test-desktop: ## Look at pictures of real programs while fonts come and leave
	@$(INSTALL_DEPENDENCIES) test desktop
	$(SWIFT) build
	$(MAKE) adapters
	Tests/Desktop/run "$$($(SWIFT) build --show-bin-path)" $(adapters) $(ARGS)
	Tests/Desktop/modules "$$($(SWIFT) build --show-bin-path)" $(adapters)
	Tests/Desktop/refreshers "$$($(SWIFT) build --show-bin-path)"
	Tests/Desktop/polling "$$($(SWIFT) build --show-bin-path)"
	Tests/Desktop/stress $(adapters)
	Tests/Desktop/stress $(adapters) --valgrind "GTK 4" "GTK 3" VTE "Qt 5" "Qt 6"
	Benchmarks/adapters $(adapters)

test-system: ## Run what is installed on machines of its own, as root: logins, reboots, power cuts
	@$(INSTALL_DEPENDENCIES) build manual system
	$(MAKE) all
	Tests/report Tests/System/run .build/release

dist: ## Make a source tarball of the last commit, which is built without a network
	packaging/dist "$(distribution)" "$(version)"

deb: dist ## Build the Debian packages from that tarball, with the network cut
	@$(INSTALL_DEPENDENCIES) build manual deb
	packaging/deb "$(tarball)" "$(distribution)"

test-dist: dist ## Build from that tarball alone, and make it a second time
	@$(INSTALL_DEPENDENCIES) build manual
	Tests/Packages/tarball "$(tarball)" "$(version)"

rpm: dist ## Build the RPM packages from that tarball, with the network cut
	@$(INSTALL_DEPENDENCIES) build manual rpm
	packaging/rpm/build "$(tarball)" "$(distribution)"

test-packages: deb rpm ## Install, upgrade and remove the packages on machines of their own, as root
	@$(INSTALL_DEPENDENCIES) system flatpak
	Tests/report Tests/Packages/run "$(distribution)"

fuzz: ## Feed the decoders with random bytes for ten minutes each
	@$(INSTALL_DEPENDENCIES) build
	Tests/Fuzz/run 600

fuzz-desktop: ## Feed FreeType, HarfBuzz and fontconfig, under AddressSanitizer, with fonts that only browsers mind
	@$(INSTALL_DEPENDENCIES) build fuzz-desktop
	Tests/Fuzz/desktop $(ARGS)

test-debian-fonts: ## Adopt and install the fonts of Debian's packages, such as ARGS=fonts-lato, and see that none is lost
	@$(INSTALL_DEPENDENCIES) test
	for product in typecase typecased typecase-inspect typecase-convert; do $(SWIFT) build --product $$product || exit; done
	Tests/Fonts/debian "$$($(SWIFT) build --show-bin-path)" $(ARGS)

lint: ## Check format, scripts, generated files and the rules of the architecture
	@$(INSTALL_DEPENDENCIES) lint
	$(swift_sources) | xargs -0 $(SWIFT) format lint --strict
	shellcheck --severity=warning $(scripts)
	Tests/Checks/architecture
	Tests/Checks/links
	Tests/Checks/catalog
	Tests/Checks/installation
	Tests/Checks/translations
	$(MAKE) translations
	desktop-file-validate $(desktop_entry)
	appstreamcli validate --no-net $(metainfo)
	$(SWIFT) build --product typecase
	Tests/Checks/command-line "$$($(SWIFT) build --show-bin-path)/typecase"
	$(SWIFT) run BusInterfaceGenerator --check

format: ## Format the sources
	$(swift_sources) | xargs -0 $(SWIFT) format --in-place

# Where the rendered reference is left.
documentation ?= .build/documentation

docs: ## Render the reference of the client library as static pages in .build/documentation
	@$(INSTALL_DEPENDENCIES) build
	$(SWIFT) build --target TypecaseFoundation
	! pkg-config --exists gtk4 gstreamer-app-1.0 || $(SWIFT) build --target VideoLabel
	Tools/documentation "$$($(SWIFT) build --show-bin-path)" "$(documentation)"
	@echo 'See them with: python3 -m http.server --directory $(documentation), at http://localhost:8000/documentation/typecase/'

screenshots: ## Take pictures of the settings window, into .build/screenshots
	@$(INSTALL_DEPENDENCIES) test
	for product in typecase typecased typecase-inspect typecase-convert typecase-fetch typecase-packages typecase-settings; do $(SWIFT) build --product $$product || exit; done
	Tests/Desktop/settings "$$($(SWIFT) build --show-bin-path)" --screenshots .build/screenshots $(ARGS)

test-settings-debian-13: ## Check the settings window with the toolkit of Debian 13, in a throw-away system
	@$(INSTALL_DEPENDENCIES) test
	for product in typecase typecased typecase-inspect typecase-convert typecase-fetch typecase-packages typecase-settings; do $(SWIFT) build --product $$product || exit; done
	Tests/Desktop/settings-debian-13 "$$($(SWIFT) build --show-bin-path)" $(ARGS)

try: ## Run the main job for real, in a scratch home on a private bus
	@$(INSTALL_DEPENDENCIES) try
	$(build_release)
	Tests/Try/try "$$($(release) --show-bin-path)"

bench: ## Measure Typecase beside its peers; fails where an aim is missed, but for ARGS=--measure-only
	@$(INSTALL_DEPENDENCIES) bench
	$(build_release)
	Benchmarks/run "$$($(release) --show-bin-path)" $(ARGS)

# What has to be there before anything is copied: `make try` builds the programs alone.
products = $(addprefix $(programs)/,typecase typecased typecase-inspect typecase-convert typecase-fetch typecase-packages $(settings_program)) $(manuals)/typecase.1 $(settings_manual) \
	$(catalogs) $(settings_translations) $(addprefix $(manuals)/,typecase-policy.5 typecase-provider.5) $(patsubst dbus/%.xml,$(manuals)/%.5,$(interfaces)) \
	$(addprefix $(completions)/,typecase _typecase typecase.fish) $(gio_module) $(qt_plugins)

# Installs what `make` built: with sudo, the toolchain is rarely on the path.
install: $(if $(filter-out $(wildcard $(products)),$(products)),all) ## Install below PREFIX (/usr/local), staged in DESTDIR
	install -d "$(DESTDIR)$(bindir)" "$(DESTDIR)$(libexecdir)" "$(DESTDIR)$(servicedir)" \
		"$(DESTDIR)$(interfacedir)" "$(DESTDIR)$(unitdir)" "$(DESTDIR)$(catalogdir)"
	$(INSTALL_PROGRAM) $(programs)/typecase "$(DESTDIR)$(bindir)"
	$(INSTALL_PROGRAM) $(addprefix $(programs)/,typecased typecase-inspect typecase-convert typecase-fetch typecase-packages) "$(DESTDIR)$(libexecdir)"
	install -m 644 $(interfaces) "$(DESTDIR)$(interfacedir)"
	install -Dm 644 -t "$(DESTDIR)$(schemadir)" schemas/*.json
	install -Dm 644 -t "$(DESTDIR)$(refresherdir)" Adapters/refreshers/*.conf
	for file in $(services); do $(substitute) $$file > "$(DESTDIR)$(servicedir)/$$(basename $$file .in)"; done
	install -m 644 packaging/typecase.catalog "$(DESTDIR)$(catalogdir)"
	install -Dm 644 -t "$(DESTDIR)$(presetdir)" systemd/50-typecase.preset
	for file in $(units); do $(substitute) $$file > "$(DESTDIR)$(unitdir)/$$(basename $$file .in)"; done
	for link in $(enabled); do \
		install -d "$(DESTDIR)$(unitdir)/$${link%/*}.wants"; \
		ln -sf "../$${link#*/}" "$(DESTDIR)$(unitdir)/$${link%/*}.wants/$${link#*/}"; done
	for page in $(manuals)/*; do install -Dm 644 -t "$(DESTDIR)$(mandir)/man$${page##*.}" $$page || exit; done
	install -Dm 644 -t "$(DESTDIR)$(bashcompletiondir)" $(completions)/typecase
	install -Dm 644 -t "$(DESTDIR)$(zshcompletiondir)" $(completions)/_typecase
	install -Dm 644 -t "$(DESTDIR)$(fishcompletiondir)" $(completions)/typecase.fish
	$(install_translations)
	$(install_adapters)
	$(install_settings)

uninstall: ## Remove what install installed
	rm -f "$(DESTDIR)$(bindir)/typecase"
	rm -rf "$(DESTDIR)$(libexecdir)"
	rm -f "$(DESTDIR)$(catalogdir)/typecase.catalog" "$(DESTDIR)$(presetdir)/50-typecase.preset"
	for file in $(notdir $(interfaces)); do rm -f "$(DESTDIR)$(interfacedir)/$$file"; done
	for file in $(notdir $(services:.in=)); do rm -f "$(DESTDIR)$(servicedir)/$$file"; done
	for link in $(enabled); do rm -f "$(DESTDIR)$(unitdir)/$${link%/*}.wants/$${link#*/}"; done
	for file in $(notdir $(units:.in=)); do rm -f "$(DESTDIR)$(unitdir)/$$file"; done
	for file in $(basename $(notdir $(interfaces))); do rm -f "$(DESTDIR)$(mandir)/man5/$$file.5"; done
	rm -rf "$(DESTDIR)$(schemadir)"
	for file in $(notdir $(wildcard Adapters/refreshers/*.conf)); do rm -f "$(DESTDIR)$(refresherdir)/$$file"; done
	for directory in $(refresherdir) $(dir $(schemadir)) $(sort $(foreach link,$(enabled),$(unitdir)/$(firstword $(subst /, ,$(link))).wants)); do \
		[ ! -d "$(DESTDIR)$$directory" ] || rmdir --ignore-fail-on-non-empty "$(DESTDIR)$$directory"; done
	rm -f "$(DESTDIR)$(mandir)/man5/typecase-policy.5" "$(DESTDIR)$(mandir)/man5/typecase-provider.5"
	rm -f "$(DESTDIR)$(mandir)/man1/typecase.1" "$(DESTDIR)$(bashcompletiondir)/typecase" \
		"$(DESTDIR)$(zshcompletiondir)/_typecase" "$(DESTDIR)$(fishcompletiondir)/typecase.fish"
	$(uninstall_translations)
	$(uninstall_adapters)
	$(uninstall_settings)
