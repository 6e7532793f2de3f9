/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/work/figure-kernels.h"

#include "cli/work/work.h"

/* Makes what a panel of kernels shows, at the view's solution, and puts it there; @picture holds
 * it.
 */
gboolean
cli_figure_kernels_make (const IplPanel *panel, IplKernel *kernel, IplView *view,
                         IplKernelPicture **picture, GError **error)
{
  g_autoptr (IplKernelCells) cells = NULL;
  g_autoptr (IplKernelPicture) plain = NULL;

  if ((panel->needs & IPL_NEEDS_KERNELS) == 0)
    return TRUE;
  cells = ipl_kernel_cells_new (ipl_case_info_get_case (view->the_case), kernel, cli_cancellable (),
                                error);
  if (cells != NULL)
    plain = ipl_kernel_picture_new (cells, (IplSolution *)view->current, (IplSolution *)view->gp,
                                    NULL, cli_cancellable (), error);
  if (plain == NULL)
    return FALSE;
  *picture = view->eigenvector > 0
                 ? ipl_kernel_picture_with_vectors (plain, kernel, view->eigenvector, NULL,
                                                    cli_cancellable (), error)
                 : g_steal_pointer (&plain);
  view->kernels = *picture;
  return *picture != NULL;
}
