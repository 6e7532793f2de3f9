/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test program is one file of tests; main.c has its main(). */
#pragma once

#include "core/folder.h"

/* Defines the test @name, with the path that it has in reports; the tests of a program run in the
 * order of its file. A slow one runs with "-m slow" only. */
#define TEST(name, path) TEST_OF_SPEED (name, path, FALSE)
#define SLOW_TEST(name, path) TEST_OF_SPEED (name, path, TRUE)
#define TEST_OF_SPEED(name, path, slow)                                                            \
  static void name (void);                                                                         \
  __attribute__ ((constructor)) static void add_##name (void)                                      \
  {                                                                                                \
    test_add (path, name, slow);                                                                   \
  }                                                                                                \
  static void name (void)
void test_add (const char *path, void (*run) (void), gboolean slow);
/* Adds the tests of the rows of a table in their place in that order, ... */
#define TEST_ROWS(name) __attribute__ ((constructor)) static void name (void)
/* ... a test of @row each. */
void test_add_row (void (*run) (gconstpointer row), gconstpointer row, const char *path, ...)
    G_GNUC_PRINTF (3, 4);

/* Defines a test that @run, which gets it, calls with arguments. */
#define TEST_WITH(name, path, run, ...)                                                            \
  static void name (__VA_ARGS__);                                                                  \
  __attribute__ ((constructor)) static void add_##name (void)                                      \
  {                                                                                                \
    test_add_row (run, (gconstpointer)name, path);                                                 \
  }                                                                                                \
  static void name (__VA_ARGS__)

/* Defines what comes before the first test of a program, and after the last one. A library is
 * linked after the program that uses it: its own comes before that of the program, and ends last.
 */
#define BEFORE_TESTS(name) TEST_HOOK (name, test_add_before)
#define AFTER_TESTS(name) TEST_HOOK (name, test_add_after)
#define TEST_HOOK(name, add)                                                                       \
  static void name (void);                                                                         \
  __attribute__ ((constructor)) static void add_##name (void)                                      \
  {                                                                                                \
    add (name);                                                                                    \
  }                                                                                                \
  static void name (void)
void test_add_before (void (*run) (void));
void test_add_after (void (*run) (void));

/* Runs what is defined, as main.c does. */
int test_main (int argc, char **argv);
