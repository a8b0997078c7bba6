#!/bin/sh
# Installs mailvet from a release: one executable, its man page and its completions, for this user, or
# for all when root runs it. Nothing is installed whose checksum is not that of the release.
set -eu

# Not read from this file: a shell may get it from a pipe.
usage() {
  cat <<'END'
Installs mailvet from a release: one executable, its man page and its completions.

  sh install.sh [--version <version>] [--from <url>] [--to <folder>]

--version  a release such as 1.2.3 (the newest)
--from     where the releases are, as https://host/releases
--to       what gets bin/ and share/ (~/.local, for root /usr/local)
END
}

# A release fills this in.
from='@RELEASES@'
version=''
to="${HOME:-}/.local"
[ "$(id -u)" != 0 ] || to=/usr/local

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help)
      usage
      exit 0
      ;;
  esac
  [ $# -gt 1 ] || fail "$1 needs a value, or is unknown: --version, --from, --to"
  case "$1" in
    --version) version="${2#v}" ;;
    --from) from="${2%/}" ;;
    --to) to="$2" ;;
    *) fail "Unknown option $1: --version, --from and --to are known" ;;
  esac
  shift 2
done
case "$from" in
  http*) ;;
  *) fail "Say where the releases are: --from https://…/releases" ;;
esac
case "$version" in
  *[!A-Za-z0-9.+-]*) fail "'$version' is no version such as 1.2.3" ;;
esac

find_platform() {
  case "$(uname -s)" in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) system="$(uname -s)" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) machine="$(uname -m)" ;;
  esac
  case "$system-$machine" in
    linux-x64 | linux-arm64 | darwin-x64 | darwin-arm64) ;;
    *) fail "There is no executable for $system-$machine; with Node.js: npm install --global mailvet" ;;
  esac
  # Alpine and others link with musl, the executable with glibc.
  if [ "$system" = linux ] && ldd --version 2>&1 | grep -qi musl; then
    fail 'There is no executable for musl; with Node.js: npm install --global mailvet'
  fi
  echo "$system-$machine"
}

# GNU and busybox have the one, macOS the other.
if command -v sha256sum >/dev/null; then
  sum=sha256sum
elif command -v shasum >/dev/null; then
  sum='shasum -a 256'
else
  fail 'Neither sha256sum nor shasum is here: the download can not be verified'
fi

# A redirect leads to https alone, whatever --from begins with.
fetch() {
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --proto-redir =https --retry 2 --output "$2" "$1"
  elif command -v wget >/dev/null; then
    fetch_by_wget "$1" "$2"
  else
    fail 'Neither curl nor wget is here'
  fi || fail "Can't download $1"
}

# wget can't be told where redirects may lead: each is followed by hand, up to five.
fetch_by_wget() {
  url="$1"
  for _ in 1 2 3 4 5; do
    wget --quiet --max-redirect=0 --output-document="$2" "$url" && return 0
    url="$(wget --quiet --server-response --max-redirect=0 --output-document=/dev/null "$url" 2>&1 |
      awk '{ gsub(/\r/, "") } tolower($1) == "location:" { place = $2 } END { print place }')"
    case "$url" in
      https://*) ;;
      *) return 1 ;;
    esac
  done
  return 1
}

# GitHub's word on which workflow built the file. Only releases on GitHub have one.
attest() {
  repository="${from#https://github.com/}"
  repository="${repository%/releases}"
  case "$from" in
    https://github.com/*) ;;
    *) return 0 ;;
  esac
  if command -v gh >/dev/null && gh auth status >/dev/null 2>&1; then
    gh attestation verify "$1" --repo "$repository" >/dev/null ||
      fail "The attestation of $archive can't be verified: nothing is installed"
    echo "The attestation of $archive by $repository is verified"
  else
    echo "The attestation of $archive was not looked at: gh is not here, or not signed in" >&2
  fi
}

platform="$(find_platform)"
archive="mailvet-$platform.tar.gz"
release="$from/latest/download"
[ -z "$version" ] || release="$from/download/v$version"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
fetch "$release/checksums.txt" "$work/checksums.txt"
# A line of it: the sum, two spaces (the second a star for binary files), the name.
expected="$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$work/checksums.txt")"
[ -n "$expected" ] || fail "checksums.txt of the release does not name $archive: nothing is installed"
fetch "$release/$archive" "$work/$archive"
actual="$($sum "$work/$archive" | cut -d ' ' -f 1)"
if [ "$actual" != "$expected" ]; then
  fail "The checksum of $archive is $actual, that of the release $expected: nothing is installed"
fi
attest "$work/$archive"

mkdir "$work/mailvet"
tar -xzf "$work/$archive" -C "$work/mailvet"
said="$("$work/mailvet/bin/mailvet" --version)" || fail 'The executable does not start here: nothing is installed'
if [ -n "$version" ] && [ "$said" != "$version" ]; then
  fail "The executable says that it is $said, not $version: nothing is installed"
fi

mkdir -p "$to"
# The old executable may be running: it is replaced, not overwritten.
rm -f "$to/bin/mailvet"
cp -R "$work/mailvet/bin" "$work/mailvet/share" "$to/"
echo "mailvet $said is $to/bin/mailvet"
case ":$PATH:" in
  *":$to/bin:"*) ;;
  *) echo "Add it to your PATH: export PATH=\"$to/bin:\$PATH\"" ;;
esac
