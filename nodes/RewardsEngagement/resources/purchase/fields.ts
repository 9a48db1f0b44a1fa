/** The group that not every installation has. */
export const STORE = 'the store';
