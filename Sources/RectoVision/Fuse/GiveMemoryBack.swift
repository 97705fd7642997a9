#if canImport(CMemory)
    internal import CMemory
#endif

/// Returns freed memory to the system. Otherwise it stays with the process as long as blocks in use lie behind it, and
/// later allocations take more.
package func giveMemoryBack() {
    #if canImport(CMemory)
        recto_give_memory_back()
    #endif
}

/// Returns the whole memory pages between two addresses of a block in use whose contents are no longer read.
func givePagesBack(from start: UnsafeMutablePointer<Float>, to end: UnsafeMutablePointer<Float>) {
    #if canImport(CMemory)
        recto_give_pages_back(start, end)
    #endif
}
