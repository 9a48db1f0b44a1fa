import { hasQuickClock, startQuickClock } from '../clock';

// Jest has stored its own timers by now, so it still ends a test that hangs.
if (hasQuickClock(expect.getState().testPath ?? '')) {
	beforeEach(startQuickClock);
	afterAll(() => {
		jest.useRealTimers();
	});
}
