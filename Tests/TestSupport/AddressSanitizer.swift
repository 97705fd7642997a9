import Glibc

/// Whether AddressSanitizer is active: it keeps freed memory, so memory use is meaningless then.
public let isAddressSanitized = dlsym(nil, "__asan_init") != nil
