// Falls with nodes/RewardsEngagement/once/claimEvent.ts.

import { claimEvent, UNSETTLED, type Counts } from '../../nodes/RewardsEngagement/once/claimEvent';
import { RepeatingTrigger } from './repeatingTrigger';

/** A node that claims events from any kind of execution, like Event → Verify. */
class Verifier extends RepeatingTrigger {
	constructor(counts: Counts = 'whenFinished') {
		super(async (context) => {
			const items = context.getInputData();
			const claims = await Promise.all(
				items.map(async ({ json }) => await claimEvent(context, json.eventId as string, counts)),
			);
			if (claims.includes('unsettled')) throw new Error(UNSETTLED.message);
			return items.filter((_item, index) => claims[index] === 'mine');
		});
	}
}

describe('an event whose worker died', () => {
	const worker = { mode: 'trigger', instanceType: 'worker' };
	let node: Verifier;
	beforeEach(async () => {
		node = new Verifier();
		await node.run(['a'], worker);
		await expect(node.run(['a'], { ...worker, executionId: '2' })).rejects.toThrow(UNSETTLED.message);
	});
	const retry = async () => await node.run(['a'], { ...worker, mode: 'retry', executionId: '3' });

	it('is taken over by a manual retry, and settled with it', async () => {
		const retried = await retry();
		expect(retried.ids).toEqual(['a']);
		await retried.end();
		expect((await node.run(['a'], { ...worker, executionId: '4' })).ids).toEqual([]);
	});

	it('can be redelivered when that fails too', async () => {
		await (await retry()).end(new Error('failed'));
		expect((await node.run(['a'], { ...worker, executionId: '4' })).ids).toEqual(['a']);
	});
});

it('an event that ended well is not given to a retry by hand', async () => {
	const node = new Verifier();
	await (await node.run(['a'], { mode: 'trigger' })).end();
	expect((await node.run(['a'], { mode: 'retry', executionId: '2' })).ids).toEqual([]);
});

it('an event that counts once its execution has ended is taken, also while that goes on and where it failed', async () => {
	const node = new Verifier('whenEnded');
	const first = await node.run(['a'], { mode: 'trigger' });
	expect((await node.run(['a'], { mode: 'trigger', executionId: '2' })).ids).toEqual([]);
	await first.end(new Error('failed'));
	expect((await node.run(['a'], { mode: 'trigger', executionId: '3' })).ids).toEqual([]);
});

it('an event that counts once its execution has ended well is unsettled while that goes on', async () => {
	const node = new Verifier();
	await node.run(['a'], { mode: 'trigger' });
	await expect(node.run(['a'], { mode: 'trigger', executionId: '2' })).rejects.toThrow(UNSETTLED.message);
});
