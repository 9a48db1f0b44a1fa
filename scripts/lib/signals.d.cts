/** Calls `handler` on SIGINT, SIGTERM and SIGHUP, every time; returns a function that takes the listeners off again. */
export function onSignals(handler: () => void): () => void;

/** Ends the process with 130 on those signals, running its 'exit' listeners; returns a function that undoes it. */
export function exitOnSignals(): () => void;
