/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/output/figure-command.h"
#include "figures/web/figure-file.h"
#include "document/document.h"

char *ipl_export_command (IplDocument *document, const IplFigureFile *settings,
                          const IplPanel *panel, char **missing);
void ipl_export_view (IplDocument *document, const IplFigureFile *settings, IplView *view);
IplProvenance *ipl_export_provenance (IplDocument *document, const IplFigureFile *settings,
                                      const IplPanel *panel);
char *ipl_export_name (IplDocument *document, const IplPanel *panel, const char *extension);

GPtrArray *ipl_export_list_panels (const IplView *view);

void ipl_export_settings_load (IplFigureFile *self);
void ipl_export_settings_save (const IplFigureFile *self);
char *ipl_export_file_name (const IplParameters *parameters, const IplView *view,
                            const IplPanel *panel, const char *extension);

guint ipl_export_python_needs (const IplPanel *panel);
gboolean ipl_export_python_check (IplDocument *document, const IplPanel *panel, GError **error);
gboolean ipl_export_python_set (IplDocument *document, IplFigureRequest *request,
                                gboolean anonymous, GError **error);

#define IPL_TYPE_FIGURE_PREVIEW (ipl_figure_preview_get_type ())
G_DECLARE_FINAL_TYPE (IplFigurePreview, ipl_figure_preview, IPL, FIGURE_PREVIEW, GtkDrawingArea)

void ipl_figure_preview_show (IplFigurePreview *self, IplDocument *document, const IplPanel *panel,
                              const IplPaper *paper, const IplStyle *style);

#define IPL_TYPE_ANIMATION_ROWS (ipl_animation_rows_get_type ())
G_DECLARE_FINAL_TYPE (IplAnimationRows, ipl_animation_rows, IPL, ANIMATION_ROWS, GtkBox)

void ipl_animation_rows_set_widths (IplAnimationRows *self, const IplParameters *parameters);
gboolean ipl_animation_rows_check (IplDocument *document, const IplPanel *panel, GError **error);
void ipl_animation_rows_set_request (IplAnimationRows *self, IplDocument *document,
                                     IplFigureRequest *request);
void ipl_animation_rows_show (IplAnimationRows *self, const IplJobStatus *status);

#define IPL_TYPE_PAPER_ROWS (ipl_paper_rows_get_type ())
G_DECLARE_FINAL_TYPE (IplPaperRows, ipl_paper_rows, IPL, PAPER_ROWS, GtkBox)

void ipl_paper_rows_load (IplPaperRows *self, const IplFigureFile *settings);
void ipl_paper_rows_store (IplPaperRows *self, IplFigureFile *settings);
gboolean ipl_paper_rows_get_paper (IplPaperRows *self, const IplPanel *panel, const IplView *view,
                                   IplPaper *paper, GError **error);
void ipl_paper_rows_get_style (IplPaperRows *self, const IplPaper *paper, IplStyle *style);
void ipl_paper_rows_set_format (IplPaperRows *self, const IplFormat *still);
void ipl_paper_rows_show (IplPaperRows *self, const IplPaper *paper);
char *ipl_paper_rows_describe (IplPaperRows *self, const IplPaper *paper);
