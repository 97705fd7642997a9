// No options of the platform.
#pragma once
