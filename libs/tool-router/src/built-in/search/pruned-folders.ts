/** Folders that a search does not enter unless they are named: version control and installed packages. */
export const PRUNED_FOLDERS: readonly string[] = ['.git', '.hg', '.svn', '.jj', 'node_modules'];

/** Doors to the kernel: never entered, also where a search starts above them. */
export const KERNEL_FOLDERS: readonly string[] = ['/proc', '/sys', '/dev'];
