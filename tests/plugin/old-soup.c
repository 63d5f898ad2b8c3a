/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
int old_soup_is_here (void);

__attribute__ ((visibility ("default"))) int
old_soup_is_here (void)
{
  return 1;
}
