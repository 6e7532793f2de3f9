/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences that users see and that several tests are about, each once. Other tests ask for the
 * kind of an error and the names in it: test_assert_error(). */
#pragma once

/* Why the operating system refused a file. */
#define SENTENCE_NO_FILE "there is no such file"
#define SENTENCE_NO_FOLDER "there is no folder"
#define SENTENCE_NO_PERMISSION "you do not have permission there"
#define SENTENCE_NO_SPACE "no space is left on the disk"
#define SENTENCE_IS_FOLDER "it is a folder, not a file"
#define SENTENCE_IS_PIPE "it is a pipe, not a file"

/* Plans, and files of other work in their place. */
#define SENTENCE_OTHER_PLAN "to another plan"
#define SENTENCE_OTHER_INPUT "has changed since it was planned"
#define SENTENCE_NOT_EMPTY "not empty"

#define SENTENCE_NOT_CONVERGED "The solver stopped after"

/* Maps, followed by the parameter. */
#define SENTENCE_BOTH_VARY "Both axes vary "
