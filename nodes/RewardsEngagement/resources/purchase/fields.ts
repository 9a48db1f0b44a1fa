/** This group of operations is missing in some installations. */
export const STORE = 'the store';
