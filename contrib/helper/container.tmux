# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
#
# For tmux as the one program of a container: it ends when Finch does.
set -g exit-empty on
new-session -d -s helper -x 120 -y 40 "TERM=screen finch -c /helper"
