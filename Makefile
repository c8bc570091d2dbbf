# Tiltpad. `make help` lists what can be made.

prefix ?= /usr/local
bindir ?= $(prefix)/bin
libexecdir ?= $(prefix)/libexec
libdir ?= $(prefix)/lib
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
sysconfdir ?= /etc
unitdir ?= $(libdir)/systemd/system
udevdir ?= $(libdir)/udev
DESTDIR ?=
PORT ?= 28460
FUZZ_SECONDS ?= 60
SOAK ?= 1h
MUTANTS ?= 300
SEED ?= 1
SEAT ?= no
PAGE ?= .build/page

SWIFT ?= swift
BINARY = .build/release/tiltpad
UNITS = tiltpad tiltpad-web tiltpad-metrics
SERVICES = $(UNITS) tiltpad-inputs

# The PATH that sudo gives has no Swift: a person builds, and root installs.
IS_ROOT_WITHOUT_SWIFT = test "$$(id -u)" = 0 && ! command -v $(SWIFT) >/dev/null
# The services of this machine are concerned: not in DESTDIR, and for root only, as others would be asked for a password.
IS_LIVE = test -z "$(DESTDIR)" && test "$$(id -u)" = 0

.DEFAULT_GOAL := help
.PHONY: help setup build page site run test test-all quick check check-full coverage mutants bench fuzz kernel-test faults compatibility install uninstall deb \
  apt archive release clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## install the Debian packages that are missing
	@scripts/setup build

build: setup ## build the programs as they are installed
	@SWIFT="$(SWIFT)" scripts/build/programs --release

page: ## make the copy of the phone's page for another host, in .build/page or PAGE=
	@scripts/build/page $(PAGE)

.PHONY: site
site: ## make the documentation site, in .build/site: every document, the man pages, the libraries, with a search
	@scripts/setup site
	@scripts/build/site

run: build ## build and run the daemon; ALLOW="192.168.1.0/24" lets that network in, PORT= changes the port
	@BINARY=$(BINARY) PORT=$(PORT) scripts/run $(ALLOW)

test: ## run every test: checks, unit, property, kernel and short fuzz runs
	@scripts/test/all

test-all: export TILTPAD_LONG = yes
test-all: test check-full coverage mutants ## run every test, also those that take long, the sanitizers, the coverage, the mutants and a short soak
	@scripts/measure/soak 2m

quick: ## run what one runs while writing: the checks, the unit tests and the tests of the commands
	@scripts/setup test
	@scripts/check/all format imports sizes circles words times threats tables members inputs adding architecture forms units
	@scripts/test/commands

check: ## run the checks and the unit tests
	@scripts/setup check
	@scripts/check/all

check-full: ## run the unit tests under the sanitizers of addresses, undefined behaviour and threads
	@scripts/setup test
	@scripts/test/sanitizers

coverage: ## measure how many lines of the pure modules the unit tests execute
	@scripts/setup build
	@scripts/test/coverage

mutants: ## plant faults in the pure modules and show which of them no unit test finds; MUTANTS=1000, SEED=2
	@scripts/setup build
	@scripts/test/mutants --count $(MUTANTS) --seed $(SEED)

bench: ## measure everything that has a goal, and show goals and results in one table
	@scripts/setup build
	@scripts/measure/all

.PHONY: soak
soak: ## play for an hour, or SOAK=24h, and see whether memory, files or latency grow and a press is lost
	@scripts/setup build
	@scripts/measure/soak $(SOAK)

fuzz: ## fuzz each decoder, and the web gateway with raw bytes, for a minute; FUZZ_SECONDS=1800 for longer
	@scripts/setup test
	@scripts/test/fuzz $(FUZZ_SECONDS)
	@scripts/test/raw-bytes $(FUZZ_SECONDS)

kernel-test: ## run the tests in a virtual machine only
	@scripts/setup test
	@scripts/test/kernel

faults: ## inject faults into the installed package in a virtual machine, while six players press buttons
	@scripts/setup test
	@scripts/test/faults

compatibility: ## show every pad to browsers, games and the like in a virtual machine
	@scripts/setup compatibility
	@scripts/test/compatibility

install: ## install under prefix (/usr/local), in DESTDIR if given; SEAT=yes lets the user at the seat make pads too
	@if $(IS_ROOT_WITHOUT_SWIFT) && test -x $(BINARY) && test -x $(BINARY)-web && test -x $(BINARY)-inputs; then \
	  echo "install: there is no $(SWIFT) for root: installing what make build has made"; \
	else $(MAKE) --no-print-directory build; fi
	install -Dm755 $(BINARY) $(DESTDIR)$(bindir)/tiltpad
	install -Dm755 $(BINARY)-web $(DESTDIR)$(libexecdir)/tiltpad/tiltpad-web
	install -m755 $(BINARY)-inputs $(DESTDIR)$(libexecdir)/tiltpad/tiltpad-inputs
	install -m755 scripts/activate $(DESTDIR)$(libexecdir)/tiltpad/activate
	install -d $(DESTDIR)$(unitdir)
	for unit in $(SERVICES); do \
	  sed 's|@bindir@|$(bindir)|; s|@libexecdir@|$(libexecdir)|; s|@libdir@|$(libdir)|' systemd/$$unit.service.in \
	    > $(DESTDIR)$(unitdir)/$$unit.service || exit; \
	done
	install -m644 $(UNITS:%=systemd/%.socket) $(DESTDIR)$(unitdir)
	install -Dm644 docs/grafana/tiltpad.json $(DESTDIR)$(datadir)/tiltpad/grafana.json
	install -Dm644 packaging/inputplumber/10-tiltpad.yaml $(DESTDIR)$(datadir)/tiltpad/inputplumber/10-tiltpad.yaml
	rm -rf $(DESTDIR)$(datadir)/tiltpad/games
	install -Dm644 -t $(DESTDIR)$(datadir)/tiltpad/games games/*.conf
	install -Dm644 -t $(DESTDIR)$(datadir)/systemd/user systemd/tiltpad-games.service
	rm -rf $(DESTDIR)$(datadir)/tiltpad/web
	test ! -d web || (cd web && find . -type f -exec install -Dm644 {} $(abspath $(DESTDIR)$(datadir)/tiltpad/web)/{} ';')
	install -Dm644 systemd/tiltpad.sysusers $(DESTDIR)$(libdir)/sysusers.d/tiltpad.conf
	install -Dm644 systemd/tiltpad.modules-load $(DESTDIR)$(libdir)/modules-load.d/tiltpad.conf
	install -Dm644 udev/60-tiltpad.rules $(DESTDIR)$(udevdir)/rules.d/60-tiltpad.rules
	rm -f $(DESTDIR)$(udevdir)/rules.d/61-tiltpad-seat.rules
	test "$(SEAT)" != yes || install -m644 udev/61-tiltpad-seat.rules $(DESTDIR)$(udevdir)/rules.d/61-tiltpad-seat.rules
	install -Dm644 desktop/tiltpad.desktop $(DESTDIR)$(datadir)/applications/tiltpad.desktop
	install -Dm644 desktop/org.tiltpad.Tiltpad.metainfo.xml $(DESTDIR)$(datadir)/metainfo/org.tiltpad.Tiltpad.metainfo.xml
	install -Dm644 web/icon.svg $(DESTDIR)$(datadir)/icons/hicolor/scalable/apps/tiltpad.svg
	@scripts/setup install
	scripts/build/manuals $(DESTDIR)$(mandir)
	install -d $(DESTDIR)$(datadir)/bash-completion/completions $(DESTDIR)$(datadir)/zsh/site-functions $(DESTDIR)$(datadir)/fish/vendor_completions.d
	$(BINARY) completion bash > $(DESTDIR)$(datadir)/bash-completion/completions/tiltpad
	$(BINARY) completion zsh > $(DESTDIR)$(datadir)/zsh/site-functions/_tiltpad
	$(BINARY) completion fish > $(DESTDIR)$(datadir)/fish/vendor_completions.d/tiltpad.fish
	test -e $(DESTDIR)$(sysconfdir)/tiltpad/tiltpad.conf || install -Dm644 docs/tiltpad.conf $(DESTDIR)$(sysconfdir)/tiltpad/tiltpad.conf
	test -n "$(DESTDIR)" || scripts/activate
	@test -n "$(DESTDIR)" || echo "start the services with: systemctl enable --now tiltpad tiltpad-web"

uninstall: ## stop the services and remove what install has put there, apart from the configuration
	@! { $(IS_LIVE); } || for service in $(SERVICES); do systemctl disable --quiet --now $$service.service || true; done
	rm -f $(DESTDIR)$(bindir)/tiltpad $(SERVICES:%=$(DESTDIR)$(unitdir)/%.service) $(UNITS:%=$(DESTDIR)$(unitdir)/%.socket)
	rm -rf $(DESTDIR)$(libexecdir)/tiltpad
	rm -rf $(DESTDIR)$(datadir)/tiltpad
	rm -f $(DESTDIR)$(datadir)/systemd/user/tiltpad-games.service
	rm -f $(DESTDIR)$(libdir)/sysusers.d/tiltpad.conf $(DESTDIR)$(libdir)/modules-load.d/tiltpad.conf
	rm -f $(DESTDIR)$(udevdir)/rules.d/60-tiltpad.rules $(DESTDIR)$(udevdir)/rules.d/61-tiltpad-seat.rules
	rm -f $(DESTDIR)$(datadir)/applications/tiltpad.desktop $(DESTDIR)$(datadir)/metainfo/org.tiltpad.Tiltpad.metainfo.xml
	rm -f $(DESTDIR)$(datadir)/icons/hicolor/scalable/apps/tiltpad.svg
	rm -f $(DESTDIR)$(mandir)/man1/tiltpad.1 $(DESTDIR)$(mandir)/man1/tiltpad-*.1
	rm -f $(DESTDIR)$(mandir)/man5/tiltpad.conf.5 $(DESTDIR)$(mandir)/man7/tiltpad-protocol.7
	rm -f $(DESTDIR)$(datadir)/bash-completion/completions/tiltpad
	rm -f $(DESTDIR)$(datadir)/zsh/site-functions/_tiltpad
	rm -f $(DESTDIR)$(datadir)/fish/vendor_completions.d/tiltpad.fish
	@! { $(IS_LIVE); } || systemctl daemon-reload || true
	@! { $(IS_LIVE); } || udevadm control --reload || true

deb: ## make the Debian package, in .build/deb
	@scripts/setup package
	@scripts/build/deb

apt: deb ## make a signed repository of the package, in .build/apt, that any web server can serve
	@scripts/build/apt

archive: ## make the archive for systems other than Debian, in .build/release-files
	@scripts/setup package
	@scripts/build/archive

release: ## make the package, the archive and the recipes for other systems, with checksums and notes, in .build/release-files
	@scripts/setup package
	@scripts/build/release-files

clean: ## remove everything that was built or fetched, but the key that signs the repository for apt
	rm -rf .build
	test ! -d .cache || find .cache -mindepth 1 -maxdepth 1 ! -name apt-key -exec rm -rf {} +
	test ! -d .cache || rmdir --ignore-fail-on-non-empty .cache
	@test ! -e .cache/apt-key || echo "kept .cache/apt-key, which signs the repository: machines that know it refuse another"
