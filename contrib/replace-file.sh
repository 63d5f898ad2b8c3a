#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
#
# replace-file.sh FROM TO: TO becomes a copy of FROM in one step. A client that runs keeps the
# plugin it has loaded: written over in place, that would end it.
set -eu
mkdir -p "$(dirname "$2")"
new=$(mktemp "$2.XXXXXX")
trap 'rm -f "$new"' EXIT
cp "$1" "$new"
chmod 644 "$new"
mv -f "$new" "$2"
