/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A .safetensors file, read as tensors, as a trained network or transformer and as a training
 * run of either. See fuzz_whole_safetensors(). */

#include "core/files/safetensors.h"
#include "core/network/trained-network.h"
#include "core/network/trainer.h"
#include "core/transformer/transformer-trainer.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autoptr (GByteArray) whole = fuzz_whole_safetensors (bytes, n);
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplSafetensors) tensors = NULL;
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (IplTrainer) trainer = NULL;
  g_autoptr (IplTransformerTrainer) transformer_trainer = NULL;
  GError *error = NULL;

  fuzz_file_init (&file, whole->data, whole->len);
  tensors = ipl_safetensors_read (file.path, NULL, &error);
  fuzz_check_result (tensors, error);
  error = NULL;
  network = ipl_trained_network_load (file.path, NULL, &error);
  fuzz_check_result (network, error);
  error = NULL;
  trainer = ipl_trainer_load (file.path, NULL, NULL, NULL, &error);
  fuzz_check_result (trainer, error);
  error = NULL;
  transformer_trainer = ipl_transformer_trainer_load (file.path, NULL, NULL, NULL, NULL, &error);
  fuzz_check_result (transformer_trainer, error);
  /* What is a network is a file of tensors. */
  g_assert_true (tensors != NULL
                 || (network == NULL && trainer == NULL && transformer_trainer == NULL));
  return 0;
}
