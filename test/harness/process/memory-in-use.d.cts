/**
 * Mebibytes that this process still uses after its garbage was collected, on the heap and outside it: what it would
 * keep. Unlike the memory that the system counts for it, this does not depend on when V8 finds time to collect.
 */
export declare function memoryInUse(): Promise<number>;
