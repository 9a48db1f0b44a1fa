// Falls with nodes/RewardsEngagement/trigger/deduplicate.ts.

import { NodeOperationError } from 'n8n-workflow';

import { UNSETTLED } from '../../nodes/RewardsEngagement/once/claimEvent';
import type { TriggerOptions } from '../../nodes/RewardsEngagement/trigger/options';
import { dropDuplicates, knownState } from '../../nodes/RewardsEngagement/trigger/deduplicate';
import { endWaits, RepeatingTrigger } from './repeatingTrigger';

class Trigger extends RepeatingTrigger {
	constructor() {
		super(dropDuplicates);
	}

	/** The webhook's knowledge of an incoming event. */
	async knows(eventId: string, deduplicateBy: TriggerOptions['deduplicateBy'] = 'payload', mode = 'webhook') {
		return await knownState(this.webhook(mode), eventId, { deduplicateBy } as TriggerOptions);
	}
}

it('an event goes on once, and each other too, in their order', async () => {
	const trigger = new Trigger();
	expect((await trigger.run(['b', 'a', 'b', 'c'])).ids).toEqual(['b', 'a', 'c']);
	expect((await trigger.run(['c', 'd'])).ids).toEqual(['d']);
	expect((await new Trigger().run(['a'])).ids).toEqual(['a']);
});

it.each(['manual', 'retry', 'trigger'])('in the mode %s nothing is dropped or kept', async (mode) => {
	const trigger = new Trigger();
	expect((await trigger.run(['a', 'a'], { mode })).ids).toEqual(['a', 'a']);
	expect(trigger.rows.size).toBe(0);
	await trigger.run(['a']);
	expect((await trigger.run(['a'], { mode })).ids).toEqual(['a']);
	expect([await trigger.knows('a'), await trigger.knows('a', 'payload', mode)]).toEqual(['taken', 'new']);
});

it('switched off, nothing is dropped or kept', async () => {
	const trigger = new Trigger();
	const options = { deduplicateBy: 'off' };
	expect((await trigger.run(['a', 'a'], { options })).ids).toEqual(['a', 'a']);
	expect(trigger.rows.size).toBe(0);
	await trigger.run(['a']);
	expect((await trigger.run(['a'], { options })).ids).toEqual(['a']);
	expect(await trigger.knows('a', 'off')).toBe('new');
});

afterEach(() => jest.restoreAllMocks());

describe('an event that counts when it is finished', () => {
	const options = { respond: 'whenFinished' };

	it('is being worked on until then, and taken from then on', async () => {
		const trigger = new Trigger();
		expect(await trigger.knows('a')).toBe('new');
		const first = await trigger.run(['a'], { options });
		endWaits();
		expect(await trigger.knows('a')).toBe('running');
		await first.end();
		expect(await trigger.knows('a')).toBe('taken');
		expect((await trigger.run(['a'], { options })).ids).toEqual([]);
	});

	it('is free again when its execution fails', async () => {
		const trigger = new Trigger();
		await (await trigger.run(['a'], { options })).end(new Error('failed'));
		expect(await trigger.knows('a')).toBe('new');
		expect((await trigger.run(['a'], { options })).ids).toEqual(['a']);
	});

	it('is not settled by the end of its repeat', async () => {
		const trigger = new Trigger();
		const first = await trigger.run(['a'], { options });
		const repeat = await trigger.run(['a'], { options });
		expect(repeat.ids).toEqual([]);
		await repeat.end(new Error('failed'));
		endWaits();
		expect(await trigger.knows('a')).toBe('running');
		await first.end();
		expect(await trigger.knows('a')).toBe('taken');
	});

	it.each(['main', 'worker'])('comes once where one execution has it twice (%s)', async (instanceType) => {
		const trigger = new Trigger();
		expect((await trigger.run(['a', 'b', 'a'], { options, instanceType })).ids).toEqual(['a', 'b']);
	});

	it('is not acknowledged by a copy that starts in the same moment: its run may still fail', async () => {
		const trigger = new Trigger();
		const first = await trigger.run(['a'], { options });
		endWaits();
		await expect(trigger.run(['a'], { options, executionId: '2' })).rejects.toThrow(UNSETTLED.message);
		await first.end(new Error('failed'));
		expect((await trigger.run(['a'], { options, executionId: '3' })).ids).toEqual(['a']);
	});

	describe('and comes again while its run goes on', () => {
		let trigger: Trigger;
		let first: Awaited<ReturnType<Trigger['run']>>;
		beforeEach(async () => {
			trigger = new Trigger();
			first = await trigger.run(['a'], { options });
		});
		const copy = async (signal?: AbortSignal) =>
			await trigger.run(['a'], { options, executionId: '2', signal });

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
		const trigger = new Trigger();
		const first = await trigger.run(['a'], { options, tellsEnd: false });
		expect(await trigger.knows('a')).toBe('taken');
		await first.end(new Error('failed'));
		expect((await trigger.run(['a'], { options })).ids).toEqual([]);
	});

	it('fails the execution of its repeat while another process may be at it, so that it comes again', async () => {
		const trigger = new Trigger();
		const worker = { options, instanceType: 'worker' };
		const first = await trigger.run(['a'], worker);
		endWaits();
		const thrown: unknown = await trigger
			.run(['b', 'a'], { ...worker, executionId: '2' })
			.catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(NodeOperationError);
		expect(thrown).toMatchObject({ message: UNSETTLED.message, description: UNSETTLED.advice });
		expect((thrown as NodeOperationError).context.itemIndex).toBe(1);
		expect(UNSETTLED.message).toMatch(/^Not run: another execution started this event/);
		expect(UNSETTLED.advice).toMatch(/then retry this one/);
		jest.restoreAllMocks();
		await first.end();
		expect((await trigger.run(['a'], { ...worker, executionId: '3' })).ids).toEqual([]);
	});
});

it('an event that counts on receipt stays taken when its execution fails', async () => {
	const trigger = new Trigger();
	const options = { respond: 'immediately' };
	await (await trigger.run(['a'], { options })).end(new Error('failed'));
	expect(await trigger.knows('a')).toBe('taken');
	expect((await trigger.run(['a'], { options })).ids).toEqual([]);
});

it('an option that cannot be told fails the execution, by its name', async () => {
	const thrown: unknown = await new Trigger()
		.run(['a'], { options: { deduplicateBy: 'never' } })
		.catch((error: unknown) => error);
	expect(thrown).toBeInstanceOf(NodeOperationError);
	expect((thrown as Error).message).toContain('Deduplicate By');
	expect((thrown as NodeOperationError).context.itemIndex).toBe(0);
});
