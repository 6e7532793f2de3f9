/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings: widths as text, what is allowed, what is equal. */
#include <math.h>

#include "support.h"

#include "core/case/setting.h"

static IplSetting
setting_of (guint L)
{
  IplSetting setting = { .L = L, .temperature = 0.01 };

  for (guint l = 0; l <= L; l++)
    setting.N[l] = 100;
  for (guint i = 0; i < L + 2; i++)
    setting.variances[i] = 1;
  return setting;
}

TEST (test_widths, "/setting/widths")
{
  static const struct
  {
    guint L;
    const char *text;
    const char *back;
    guint first, last;
  } good[] = {
    { 2, "100", "100", 100, 100 },
    { 3, "12:25:40:8", "12:25:40:8", 12, 8 },
    { 1, " 5 : 7 ", "5:7", 5, 7 },
    { 2, "30:30:30", "30", 30, 30 },
    { 8, "100000000", "100000000", 100000000, 100000000 },
  };
  IplSetting setting;

  for (gsize k = 0; k < G_N_ELEMENTS (good); k++)
    {
      g_autofree char *text = NULL;

      setting = setting_of (good[k].L);
      setting.gp = TRUE;
      TEST_OK (ipl_setting_parse_widths (&setting, good[k].text, &error));
      text = ipl_setting_widths_text (&setting);
      g_assert_cmpstr (text, ==, good[k].back);
      g_assert_cmpuint (setting.N[0], ==, good[k].first);
      g_assert_cmpuint (setting.N[setting.L], ==, good[k].last);
      g_assert_false (setting.gp);
      TEST_OK (ipl_setting_validate (&setting, NULL, &error));
    }
  for (guint k = 0; k < 2; k++)
    {
      g_autofree char *text = NULL;

      setting = setting_of (2);
      g_assert_true (ipl_setting_parse_widths (&setting, k == 0 ? "gp" : " GP ", NULL));
      g_assert_true (setting.gp);
      text = ipl_setting_widths_text (&setting);
      g_assert_cmpstr (text, ==, "GP");
      g_assert_cmpuint (ipl_setting_largest_width (&setting), ==, 0);
    }
}

TEST (test_widths_refused, "/setting/widths-refused")
{
  static const struct
  {
    guint L;
    const char *text;
    const char *named;
  } bad[] = {
    { 2, "", NULL },
    { 2, "0", "100000000" },
    { 2, "-5", "-5" },
    { 2, "1e3", "1e3" },
    { 2, "100000001", "100000000" },
    { 2, "99999999999999999999999", "100000000" },
    { 2, "10:20", "3" },
    { 1, "10:20:30", "3" },
    { 2, "10::30", NULL },
    { 2, "10:0:30", "100000000" },
    { 2, "gp:gp:gp", "gp" },
    { 2, "ten", "ten" },
    { 2, "10.5", "10.5" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (bad); k++)
    {
      IplSetting setting = setting_of (bad[k].L), before = setting;

      TEST_REFUSED (ipl_setting_parse_widths (&setting, bad[k].text, &error), IPL_ERROR_VALUE,
                    bad[k].named);
      g_assert_true (ipl_setting_equal (&setting, &before));
    }
}

TEST (test_validate, "/setting/validate")
{
  IplSetting setting = setting_of (2);
  IplCase *the_case = ipl_case_alloc ();

  setting.temperature = 0;
  TEST_OK (ipl_setting_validate (&setting, NULL, &error));
  setting.N[1] = 0;
  setting.gp = TRUE;
  TEST_OK (ipl_setting_validate (&setting, NULL, &error));
#define INVALID(change, name)                                                                      \
  setting = setting_of (2);                                                                        \
  setting.change;                                                                                  \
  TEST_REFUSED (ipl_setting_validate (&setting, NULL, &error), IPL_ERROR_VALUE, name)
  INVALID (N[1] = 0, "N_2");
  /* U would vanish, or overflow, without a word. */
  INVALID (variances[1] = setting.variances[3] = 1e-100, NULL);
  INVALID (variances[1] = setting.variances[3] = 1e100, NULL);
  INVALID (N[2] = IPL_MAX_WIDTH + 1, "N_a");
  INVALID (temperature = -1, "temperature");
  INVALID (temperature = NAN, "temperature");
  INVALID (variances[1] = 0, "σ_1²");
  INVALID (variances[1] = INFINITY, "σ_1²");
  INVALID (variances[3] = -1, "σ_a²");
  INVALID (L = 0, "layers");
#undef INVALID
  the_case->L = 3;
  the_case->H[0] = the_case->H[1] = the_case->H[2] = 1;
  the_case->Pi = 1;
  ipl_case_finish_names (the_case);
  setting = setting_of (2);
  TEST_REFUSED (ipl_setting_validate (&setting, the_case, &error), IPL_ERROR_SHAPE);
  ipl_setting_init_for_case (&setting, the_case, 50);
  TEST_OK (ipl_setting_validate (&setting, the_case, &error));
  g_assert_cmpuint (setting.N[3], ==, 50);
  g_assert_cmpfloat (setting.temperature, ==, 0.01);
  ipl_case_unref (the_case);
}

TEST (test_equal, "/setting/equal")
{
  IplSetting a = setting_of (2), b = setting_of (2);

  g_assert_true (ipl_setting_equal (&a, &b));
  b.N[2] = 50;
  g_assert_false (ipl_setting_equal (&a, &b));
  g_assert_false (ipl_setting_has_equal_widths (&b));
  g_assert_cmpuint (ipl_setting_largest_width (&b), ==, 100);
  a.gp = b.gp = TRUE;
  g_assert_true (ipl_setting_equal (&a, &b));
  b.variances[3] = 2;
  g_assert_false (ipl_setting_equal (&a, &b));
}
