/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/shell/application.h"

int
main (int argc, char *argv[])
{
  g_autoptr (IplApplication) application = ipl_application_new (G_APPLICATION_DEFAULT_FLAGS);

  g_set_application_name ("Interplay");
  return g_application_run (G_APPLICATION (application), argc, argv);
}
