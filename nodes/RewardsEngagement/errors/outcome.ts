/** Whether a request changed something in the service, as far as we know. */
export type Outcome = 'applied' | 'notApplied' | 'unknown';
