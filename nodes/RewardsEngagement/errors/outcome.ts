/** What a request did to the service's state, as far as can be known from here. */
export type Outcome = 'applied' | 'notApplied' | 'unknown';
