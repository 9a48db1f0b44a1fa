/**
 * `AbortSignal.timeout` with the timers of the test. Fake timers leave out the real one.
 *
 * Node.js drops a timeout that nothing listens to. Here it ends with its listener.
 */
AbortSignal.timeout = (milliseconds) => {
	const controller = new AbortController();
	const { signal } = controller;
	const end = () =>
		controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
	const timer = setTimeout(end, milliseconds);
	if (typeof timer === 'object') timer.unref();
	const remove: typeof signal.removeEventListener = signal.removeEventListener.bind(signal);
	signal.removeEventListener = (...args: Parameters<typeof remove>) => {
		clearTimeout(timer);
		remove(...args);
	};
	return signal;
};
