const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `handler` on SIGINT, SIGTERM and SIGHUP (Ctrl-C, a `kill`, a closed terminal), every time. */
export function onSignals(handler: () => void): void {
	for (const signal of SIGNALS) process.on(signal, handler);
}

/** Ends the process with 130 on those signals. Its 'exit' listeners then end the programs that we started. */
export function exitOnSignals(): void {
	onSignals(() => process.exit(130));
}
