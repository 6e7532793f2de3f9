/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/pages/page.h"

extern const IplPage ipl_page_theory;
extern const IplPage ipl_page_kernels;
extern const IplPage ipl_page_posterior;
extern const IplPage ipl_page_weights;
extern const IplPage ipl_page_task;
extern const IplPage ipl_page_training;
extern const IplPage ipl_page_heads;
extern const IplPage ipl_page_joint;
extern const IplPage ipl_page_learned_paths;
extern const IplPage ipl_page_salience;
extern const IplPage ipl_page_stable_rank;
extern const IplPage ipl_page_head_course;
extern const IplPage ipl_page_latent_tree;
extern const IplPage ipl_page_hierarchy;
extern const IplPage ipl_page_text;

const IplPage *const *ipl_pages (guint *n);
const IplPage *ipl_page_find (const char *id);
void ipl_page_register (const IplPage *page);
