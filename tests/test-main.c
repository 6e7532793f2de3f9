/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test.h"

int
main (int argc, char **argv)
{
  return test_main (argc, argv);
}
