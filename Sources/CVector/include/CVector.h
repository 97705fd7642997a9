#pragma once
#include "InstructionSet.h"
#include "Kernels.h"
#include "Vectors.h"
