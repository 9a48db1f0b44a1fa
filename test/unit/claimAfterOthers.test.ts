// Falls with nodes/RewardsEngagement/once/claimEvent.ts.

import { NodeOperationError } from 'n8n-workflow';

import {
	claimAfterOthers,
	knownState,
	ownEvents,
	UNSETTLED,
	type Counts,
} from '../../nodes/RewardsEngagement/once/claimEvent';
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

it('an event goes on once, and each other too, in their order', async () => {
	const trigger = new Trigger();
	expect((await trigger.run(['b', 'a', 'b', 'c'])).ids).toEqual(['b', 'a', 'c']);
	expect((await trigger.run(['c', 'd'])).ids).toEqual(['d']);
	expect((await new Trigger().run(['a'])).ids).toEqual(['a']);
});

afterEach(() => jest.restoreAllMocks());

describe('an event that counts when it is finished', () => {
	it('is being worked on until then, and taken from then on', async () => {
		const trigger = new Trigger('whenFinished');
		expect(await trigger.knows('a')).toBe('new');
		const first = await trigger.run(['a']);
		endWaits();
		expect(await trigger.knows('a')).toBe('running');
		await first.end();
		expect(await trigger.knows('a')).toBe('taken');
		expect((await trigger.run(['a'])).ids).toEqual([]);
	});

	it('is free again when its execution fails', async () => {
		const trigger = new Trigger('whenFinished');
		await (await trigger.run(['a'])).end(new Error('failed'));
		expect(await trigger.knows('a')).toBe('new');
		expect((await trigger.run(['a'])).ids).toEqual(['a']);
	});

	it('is not settled by the end of its repeat', async () => {
		const trigger = new Trigger('whenFinished');
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

	describe('and comes again while its run goes on', () => {
		let trigger: Trigger;
		let first: Awaited<ReturnType<Trigger['run']>>;
		beforeEach(async () => {
			trigger = new Trigger('whenFinished');
			first = await trigger.run(['a']);
		});
		const copy = async (signal?: AbortSignal) => await trigger.run(['a'], { executionId: '2', signal });

		it('runs nothing more once that has ended well', async () => {
			const [state, run] = [trigger.knows('a'), copy()];
			await first.end();
			expect([await state, (await run).ids]).toEqual(['taken', []]);
		});

		it('runs once more when that has failed, and settles it then', async () => {
			const [state, run] = [trigger.knows('a'), copy()];
			await first.end(new Error('failed'));
			expect([await state, (await run).ids]).toEqual(['new', ['a']]);
			await (await run).end();
			expect(await trigger.knows('a')).toBe('taken');
		});

		it('waits no more when it is cancelled', async () => {
			const cancel = new AbortController();
			const run = copy(cancel.signal);
			cancel.abort();
			await expect(run).rejects.toThrow(UNSETTLED.message);
		});
	});

	it('counts at once where n8n does not tell the end', async () => {
		const trigger = new Trigger('whenFinished');
		const first = await trigger.run(['a'], { tellsEnd: false });
		expect(await trigger.knows('a')).toBe('taken');
		await first.end(new Error('failed'));
		expect((await trigger.run(['a'])).ids).toEqual([]);
	});

	it('fails the execution of its repeat while another process may be at it, so that it comes again', async () => {
		const trigger = new Trigger('whenFinished');
		const worker = { instanceType: 'worker' };
		const first = await trigger.run(['a'], worker);
		endWaits();
		const thrown: unknown = await trigger
			.run(['a'], { ...worker, executionId: '2' })
			.catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(NodeOperationError);
		expect(thrown).toMatchObject({ message: UNSETTLED.message, description: UNSETTLED.advice });
		expect((thrown as NodeOperationError).context.itemIndex).toBe(0);
		expect(UNSETTLED.message).toMatch(/^Not run: another execution started this event/);
		expect(UNSETTLED.advice).toMatch(/then retry this one/);
		jest.restoreAllMocks();
		await first.end();
		expect((await trigger.run(['a'], { ...worker, executionId: '3' })).ids).toEqual([]);
	});
});

it('an event that counts on receipt stays taken when its execution fails', async () => {
	const trigger = new Trigger();
	await (await trigger.run(['a'])).end(new Error('failed'));
	expect(await trigger.knows('a')).toBe('taken');
	expect((await trigger.run(['a'])).ids).toEqual([]);
});
