// Falls with nodes/RewardsEngagement/pollTrigger/dropRepeats.ts.

import { NodeOperationError } from 'n8n-workflow';

import { UNSETTLED } from '../../nodes/RewardsEngagement/once/claimEvent';
import { dropRepeats } from '../../nodes/RewardsEngagement/pollTrigger/dropRepeats';
import { RepeatingTrigger, type Execution } from './repeatingTrigger';

class Trigger extends RepeatingTrigger {
	constructor() {
		super(dropRepeats);
	}

	/** n8n starts it by schedule. */
	async poll(ids: string[], execution: Execution = {}) {
		return await this.run(ids, { mode: 'trigger', ...execution });
	}
}

it('an event that a poll repeats goes on once, and each other too, in their order', async () => {
	const trigger = new Trigger();
	expect((await trigger.poll(['b', 'a', 'b', 'c'])).ids).toEqual(['b', 'a', 'c']);
	expect((await trigger.poll(['c', 'd'], { executionId: '2' })).ids).toEqual(['d']);
	expect((await new Trigger().poll(['a'])).ids).toEqual(['a']);
});

it('an event counts once its execution has ended, well or not', async () => {
	for (const error of [undefined, new Error('failed')]) {
		const trigger = new Trigger();
		const worker = { instanceType: 'worker' };
		await (await trigger.poll(['a'], worker)).end(error);
		expect((await trigger.poll(['a'], { ...worker, executionId: '2' })).ids).toEqual([]);
	}
});

it('a repeat fails its execution while another process may be at it, for a person to look', async () => {
	const trigger = new Trigger();
	const worker = { instanceType: 'worker' };
	await trigger.poll(['a'], worker);
	const thrown: unknown = await trigger
		.poll(['a', 'a'], { ...worker, executionId: '2' })
		.catch((error: unknown) => error);
	expect(thrown).toBeInstanceOf(NodeOperationError);
	expect(thrown).toMatchObject({ message: UNSETTLED.message, description: UNSETTLED.advice });
});

it.each(['webhook', 'integrated'])('in the mode %s nothing is dropped or kept', async (mode) => {
	const trigger = new Trigger();
	expect((await trigger.run(['a', 'a'], { mode })).ids).toEqual(['a', 'a']);
	expect(trigger.rows.size).toBe(0);
	await trigger.poll(['a']);
	expect((await trigger.run(['a'], { mode })).ids).toEqual(['a']);
});

it('a retry runs what no other execution has ended, each once', async () => {
	const trigger = new Trigger();
	await (await trigger.poll(['a'])).end();
	const execution = { mode: 'retry', executionId: '2' };
	expect((await trigger.run(['a', 'b', 'b'], execution)).ids).toEqual(['b']);
});

it('a retry takes over what an execution of another process left open', async () => {
	const trigger = new Trigger();
	const worker = { instanceType: 'worker' };
	await trigger.poll(['a'], worker);
	expect((await trigger.run(['a'], { ...worker, mode: 'retry', executionId: '2' })).ids).toEqual(['a']);
});

it('a test run asks for what the trigger is set to, and keeps nothing', async () => {
	const trigger = new Trigger();
	await expect(trigger.run(['a'], { mode: 'manual', options: [] })).rejects.toThrow('No event is chosen');
	expect(trigger.rows.size).toBe(0);
});
