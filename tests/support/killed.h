/*
 * A run in another process that is killed again and again, at random moments, ends with the same
 * numbers as one that is left alone.
 */
#ifndef SUPPORT_KILLED_H
#define SUPPORT_KILLED_H

/* The other process: tests/train/train_again.c with the device's library and name, or NULL for the
 * CPU. Its checkpoint has weights, the optimizer's, scheduler's and scaler's states, curves, the
 * loader's place and random numbers; fails unless all of these end the same. Kills alternate
 * between steps and saves. */
void assert_killed_run_ends_alike(const char *program, const char *library, const char *device,
				  int kills);

#endif
