// The kernels of RectoKernels: what is called, and what Swift implements as `…_body`.
#pragma once
#include <stdint.h>
#include "InstructionSet.h"
