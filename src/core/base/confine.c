/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Landlock: from now on this process opens only files that it has allowed itself, whatever a
 * damaged file makes of the library that reads it. */
#define _GNU_SOURCE /* O_PATH */
#include "core/base/confine.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Sanitizers look at other threads and start programs of their own at the end. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__                                    \
    || !defined SYS_landlock_create_ruleset
#define USES_LANDLOCK FALSE
#else
#define USES_LANDLOCK TRUE
#endif

/* Rights of later kernels than the headers that this is compiled with. */
#define REFER (1ULL << 13)    /* rename between folders: version 2 */
#define TRUNCATE (1ULL << 14) /* version 3 */

#define READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE                                                                                      \
  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE  \
   | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG      \
   | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK   \
   | LANDLOCK_ACCESS_FS_MAKE_SYM | REFER | TRUNCATE)
/* Rights of something that is no folder. */
#define OF_FILE                                                                                    \
  (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE       \
   | TRUNCATE)

struct _IplConfine
{
  int ruleset; /* -1: this kernel has no Landlock */
  guint64 handled;
};

IplConfine *
ipl_confine_new (void)
{
  IplConfine *self = g_new0 (IplConfine, 1);

  self->ruleset = -1;
#if USES_LANDLOCK
  struct landlock_ruleset_attr attributes = { 0 };
  long version = syscall (SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

  /* The first version forbids renaming between folders outright. */
  if (version < 2)
    return self;
  self->handled = READ | WRITE | LANDLOCK_ACCESS_FS_EXECUTE;
  if (version < 3)
    self->handled &= ~TRUNCATE;
  attributes.handled_access_fs = self->handled;
  self->ruleset = (int)syscall (SYS_landlock_create_ruleset, &attributes,
                                sizeof attributes.handled_access_fs, 0);
#endif
  return self;
}

void
ipl_confine_free (IplConfine *self)
{
  if (self == NULL)
    return;
  if (self->ruleset >= 0)
    close (self->ruleset);
  g_free (self);
}

/* @path: (nullable): a file or a folder; nothing happens where there is none
 * @access: what is allowed of it and, for a folder, of all that it holds */
void
ipl_confine_allow (IplConfine *self, const char *path, IplConfineAccess access)
{
#if USES_LANDLOCK
  struct landlock_path_beneath_attr rule = { 0 };
  struct stat status;

  if (self->ruleset < 0 || path == NULL)
    return;
  rule.parent_fd = open (path, O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0)
    return;
  rule.allowed_access = ((access & IPL_CONFINE_READ) != 0 ? READ : 0)
                        | ((access & IPL_CONFINE_WRITE) != 0 ? WRITE : 0)
                        | ((access & IPL_CONFINE_EXECUTE) != 0 ? LANDLOCK_ACCESS_FS_EXECUTE : 0);
  rule.allowed_access &= self->handled;
  if (fstat (rule.parent_fd, &status) == 0 && !S_ISDIR (status.st_mode))
    rule.allowed_access &= OF_FILE;
  syscall (SYS_landlock_add_rule, self->ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close (rule.parent_fd);
#endif
}

/* Puts the rules in force for this thread and for all threads and programs that it starts, until
 * their end; no program that is started has other rights than this one. */
gboolean
ipl_confine_enter (IplConfine *self)
{
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || self->ruleset < 0)
    return FALSE;
#if USES_LANDLOCK
  return syscall (SYS_landlock_restrict_self, self->ruleset, 0) == 0;
#else
  return FALSE;
#endif
}
