// Falls with nodes/RewardsEngagement/pollTrigger/troubles.ts.

import type { IPollFunctions } from 'n8n-workflow';

import { endTrouble, isToTell, logTrouble } from '../../nodes/RewardsEngagement/pollTrigger/troubles';

const MINUTE = 60_000;
let count = 0;
/** Failing polls of a trigger at these minutes. Returns those that are reported. */
function told(mayPass: boolean, minutes: number[], key = `trigger ${count++}`): number[] {
	return minutes.filter((minute) => isToTell(key, mayPass, minute * MINUTE));
}

it('tells of what may pass after a quarter of an hour, and once an hour from then on', () => {
	expect(told(true, [0, 1, 14, 15, 16, 74, 75, 76, 135])).toEqual([15, 75, 135]);
});

it('tells of what does not pass at the second poll, and once an hour from then on', () => {
	expect(told(false, [0, 1, 2, 60, 61, 62, 121])).toEqual([1, 61, 121]);
});

it('begins anew when all was well in between', () => {
	expect(told(false, [0, 1], 'one')).toEqual([1]);
	endTrouble('one');
	expect(told(false, [2, 3], 'one')).toEqual([3]);
});

it('waits for a poll that may fail: one that found something may not', () => {
	const canFail = [true, false, false, true, true];
	expect(canFail.map((can, minute) => isToTell('busy', false, minute * MINUTE, can))).toEqual([
		false,
		false,
		false,
		true,
		false,
	]);
});

it('is counted for each trigger by itself', () => {
	expect(told(false, [0], 'x')).toEqual([]);
	expect(told(false, [0], 'y')).toEqual([]);
});

it('tells within the same time after the clock jumped back', () => {
	expect(told(true, [1000, 1001, 3, 17, 18])).toEqual([18]);
	expect(told(false, [1000, 1001, 3, 62, 63])).toEqual([1001, 63]);
});

it('names the trigger in the log', () => {
	const warn = jest.fn();
	logTrouble(
		{ getNode: () => ({ name: 'Poll' }), logger: { warn } } as unknown as IPollFunctions,
		'cannot see for the rain',
	);
	expect(warn).toHaveBeenCalledWith('"Poll" cannot see for the rain');
});
