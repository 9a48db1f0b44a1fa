/**
 * Memory in use by this process after garbage collection, on the heap and outside of it, in mebibytes. Unlike the
 * memory that the operating system reports, it does not depend on the time of V8's collections.
 */
export declare function memoryInUse(): Promise<number>;
