/** What happens on Ctrl-C, a `kill` or a closed terminal. Plain CommonJS, like progress.cjs. */
'use strict';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function onSignals(handler) {
	for (const signal of SIGNALS) process.on(signal, handler);
	return () => {
		for (const signal of SIGNALS) process.removeListener(signal, handler);
	};
}

/** Leaving through process.exit runs the 'exit' listeners, which end the programs we started. */
function exitOnSignals() {
	return onSignals(() => process.exit(130));
}

module.exports = { onSignals, exitOnSignals };
