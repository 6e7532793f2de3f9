/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

int ipl_film_comment_gif (int fd, const char *comment);
int ipl_film_comment_webp (int fd, const char *comment);
