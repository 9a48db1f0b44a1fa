import path from 'node:path';

import fc from 'fast-check';

import { root } from '../../../scripts/lib/project';
import { hasQuickClock, startQuickClock } from '../clock';
import { forgetProcessMemory } from '../processMemory';
import { SEED } from '../random';
import './timeoutSignals';

/** Jest runs this before each test file. */

const { testPath = '' } = expect.getState();

fc.configureGlobal({ seed: SEED });

/** Seconds, by folder. A defect that hangs ends its test soon. The slowest test takes a fifth on a busy machine. */
const LIMITS: Readonly<Record<string, number>> = { unit: 20, engine: 60, sandbox: 60 };

const [, folder = ''] = path.relative(root, testPath).split(path.sep);
const seconds = LIMITS[folder];
// Full sizes take longer (`test/harness/size.ts`).
if (seconds !== undefined && process.env.REWARDS_ENGAGEMENT_ITEMS === undefined)
	jest.setTimeout(seconds * 1000);

// Jest has stored its own timers by now, so it still ends a test that hangs.
if (hasQuickClock(testPath)) {
	beforeEach(startQuickClock);
	afterAll(() => {
		jest.useRealTimers();
	});
}

// A worker loads n8n's packages once for all its test files.
forgetProcessMemory();
