/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "posterior/posterior-support.h"

#include "support.h"

IplPosteriorSummary *
test_sample (IplCase *the_case, const IplSetting *setting, const IplPosteriorOptions *options,
             guint draws, IplPosterior **run)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosterior) posterior
      = TEST_OK (ipl_posterior_prepare (the_case, kernel, setting, options, NULL, &error));
  IplPosteriorSummary *summary;

  TEST_OK (ipl_posterior_run (posterior, draws, &(IplWork){ .threads = 2 }, &error));
  summary = TEST_OK (ipl_posterior_summarize (posterior, 2, NULL, &error));
  if (run != NULL)
    *run = g_steal_pointer (&posterior);
  return summary;
}

IplPosteriorSummary *
test_sample_by (IplPosteriorMethod method, IplCase *the_case, const IplSetting *setting,
                guint draws, IplPosterior **run)
{
  IplPosteriorOptions options;

  ipl_posterior_options_init (&options);
  options.method = method;
  return test_sample (the_case, setting, &options, draws, run);
}
