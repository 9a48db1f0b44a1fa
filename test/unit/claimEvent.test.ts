// Falls with nodes/RewardsEngagement/once/claimEvent.ts and nodes/RewardsEngagement/pollTrigger/dropRepeats.ts.

import {
	claimAfterOthers,
	knownState,
	ownEvents,
	UNSETTLED,
	type Counts,
} from '../../nodes/RewardsEngagement/once/claimEvent';
import { dropRepeats } from '../../nodes/RewardsEngagement/pollTrigger/dropRepeats';
import { endWaits, RepeatingTrigger } from './repeatingTrigger';

/** A webhook trigger. Its webhook asks whether an event is known, and its execution claims the event. */
class Trigger extends RepeatingTrigger {
	constructor(counts: Counts = 'immediately') {
		super(async (context) =>
			ownEvents(context, async (eventId) => await claimAfterOthers(context, eventId, counts)),
		);
	}

	/** The webhook's knowledge of an incoming event. */
	async knows(eventId: string) {
		return await knownState(this.webhook(), eventId);
	}
}

afterEach(() => jest.restoreAllMocks());

describe('an event that counts when it is finished', () => {
	it('is not settled by the end of its repeat', async () => {
		const trigger = new Trigger('whenFinished');
		expect(await trigger.knows('a')).toBe('new');
		const first = await trigger.run(['a']);
		const repeat = await trigger.run(['a']);
		expect(repeat.ids).toEqual([]);
		await repeat.end(new Error('failed'));
		endWaits();
		expect(await trigger.knows('a')).toBe('running');
		await first.end();
		expect(await trigger.knows('a')).toBe('taken');
	});

	it.each(['main', 'worker'])('comes once where one execution has it twice (%s)', async (instanceType) => {
		const trigger = new Trigger('whenFinished');
		expect((await trigger.run(['a', 'b', 'a'], { instanceType })).ids).toEqual(['a', 'b']);
	});

	it('is not acknowledged by a copy that starts in the same moment: its run may still fail', async () => {
		const trigger = new Trigger('whenFinished');
		const first = await trigger.run(['a']);
		endWaits();
		await expect(trigger.run(['a'], { executionId: '2' })).rejects.toThrow(UNSETTLED.message);
		await first.end(new Error('failed'));
		expect((await trigger.run(['a'], { executionId: '3' })).ids).toEqual(['a']);
	});

	it.each([
		['runs nothing more once that has ended well', undefined, []],
		['runs once more when that has failed', new Error('failed'), ['a']],
	])('and comes again while its run goes on %s', async (_what, error, ids) => {
		const trigger = new Trigger('whenFinished');
		const first = await trigger.run(['a']);
		const copy = trigger.run(['a'], { executionId: '2' });
		await first.end(error);
		expect((await copy).ids).toEqual(ids);
	});

	it('waits no more for the run of another copy when it is cancelled', async () => {
		const trigger = new Trigger('whenFinished');
		await trigger.run(['a']);
		const cancel = new AbortController();
		const copy = trigger.run(['a'], { executionId: '2', signal: cancel.signal });
		cancel.abort();
		await expect(copy).rejects.toThrow(UNSETTLED.message);
	});

	it('counts at once where n8n does not tell the end', async () => {
		const trigger = new Trigger('whenFinished');
		const first = await trigger.run(['a'], { tellsEnd: false });
		expect(await trigger.knows('a')).toBe('taken');
		await first.end(new Error('failed'));
		expect((await trigger.run(['a'])).ids).toEqual([]);
	});
});

it('an event that counts on receipt stays taken when its execution fails', async () => {
	const trigger = new Trigger();
	await (await trigger.run(['a'])).end(new Error('failed'));
	expect(await trigger.knows('a')).toBe('taken');
	expect((await trigger.run(['a'])).ids).toEqual([]);
});

describe('the first step of an execution with polled events', () => {
	/** n8n starts it by schedule. */
	const poll = { mode: 'trigger' };

	it.each(['webhook', 'integrated'])('in the mode %s drops and keeps nothing', async (mode) => {
		const trigger = new RepeatingTrigger(dropRepeats);
		expect((await trigger.run(['a', 'a'], { mode })).ids).toEqual(['a', 'a']);
		expect(trigger.rows.size).toBe(0);
		await trigger.run(['a'], poll);
		expect((await trigger.run(['a'], { mode })).ids).toEqual(['a']);
	});

	it('drops what another execution has begun or ended, well or not', async () => {
		const trigger = new RepeatingTrigger(dropRepeats);
		const first = await trigger.run(['a'], poll);
		expect((await trigger.run(['a'], { ...poll, executionId: '2' })).ids).toEqual([]);
		await first.end(new Error('failed'));
		expect((await trigger.run(['a'], { ...poll, executionId: '3' })).ids).toEqual([]);
	});

	it('in a retry takes over what an execution of another process left open', async () => {
		const trigger = new RepeatingTrigger(dropRepeats);
		const worker = { instanceType: 'worker' };
		await trigger.run(['a'], { ...worker, ...poll });
		const retry = { ...worker, mode: 'retry', executionId: '2' };
		expect((await trigger.run(['a'], retry)).ids).toEqual(['a']);
	});
});
