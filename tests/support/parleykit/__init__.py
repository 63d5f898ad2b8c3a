# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Everything the demo and the end-to-end tests need around the plugin: real servers, a person to
write from the other side, a stand-in model, and the applications that load the plugin."""
