#pragma once
#include "GridVectors.h"
#include "InstructionSet.h"
#include "Kernels.h"
#include "PatchVectors.h"
#include "PlaneKernels.h"
#include "Vectors.h"
#include "WarpVectors.h"
