import { hasQuickClock, startQuickClock } from '../clock';

// Jest has taken its own timers by now, so what hangs still ends.
if (hasQuickClock(expect.getState().testPath ?? '')) {
	beforeEach(startQuickClock);
	afterAll(() => {
		jest.useRealTimers();
	});
}
