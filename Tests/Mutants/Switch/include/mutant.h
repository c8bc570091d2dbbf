/* The switch between mutants, for scripts/test/mutants; the copy of the package under .build/mutants is built with it. */
#pragma once

#include <stdbool.h>

/* Returns whether the mutant `number` is on, and notes that this place was reached. */
bool is_mutant(int number);
