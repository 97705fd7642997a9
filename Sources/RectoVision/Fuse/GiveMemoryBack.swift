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

/// Makes freed blocks of a megabyte and more return to the system at once, in the whole process: a stream's pages come seldom, and the
/// memory that one has taken would stay with the program until the next.
package func returnLargeBlocks() {
    #if canImport(CMemory)
        recto_return_large_blocks()
    #endif
}

/// Returns the whole memory pages between two addresses of a block in use whose contents are no longer read.
func givePagesBack(from start: UnsafeMutablePointer<Float>, to end: UnsafeMutablePointer<Float>) {
    #if canImport(CMemory)
        recto_give_pages_back(start, end)
    #endif
}
