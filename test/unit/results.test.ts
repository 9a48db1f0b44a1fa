// Falls with nodes/RewardsEngagement/run/results.ts.

import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { Problem, type Outcome } from '../../nodes/RewardsEngagement/errors';
import { Results, RUN_STOPPED } from '../../nodes/RewardsEngagement/run/results';

const context = {
	getNode: () => ({ id: 'n', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0], parameters: {} }),
	getExecutionCancelSignal: () => undefined,
	continueOnFail: () => false,
	getInputData: () => [{ json: {} }],
} as unknown as IExecuteFunctions;

const problem = (message: string, outcome: Outcome = 'notApplied') => new Problem({ message, outcome });

let results: Results;
beforeEach(() => (results = new Results(context)));
const failureOf = async () =>
	await results.inOrder().then(
		() => {
			throw new Error('Nothing was thrown');
		},
		(thrown: { message: string; context: { itemIndex: number } }) => [
			thrown.message,
			thrown.context.itemIndex,
		],
	);

describe('an item that the run did not come to', () => {
	it('is no failure beside the one that stopped the run', async () => {
		results.fail(3, problem('No'));
		results.fail(1, RUN_STOPPED);
		expect(await failureOf()).toEqual(['No', 3]);
	});

	it('says so where nothing else stopped the run, as a cancel does', async () => {
		results.fail(1, RUN_STOPPED);
		expect(await failureOf()).toEqual(['Not sent: the run stopped before this item', 1]);
	});
});

it('fails with the first of several failures, of items that were not applied', async () => {
	results.fail(3, problem('third'));
	results.fail(2, problem('second'));
	expect(await failureOf()).toEqual(['second', 2]);
});

it('fails with one of unknown outcome before any other', async () => {
	results.fail(1, problem('first'));
	results.fail(4, problem('unknown', 'unknown'));
	expect((await failureOf())[1]).toBe(4);
});

it('refuses to go on once it has failed', () => {
	results.checkGoesOn();
	results.fail(1, problem('No'));
	expect(() => results.checkGoesOn()).toThrow('Not sent: the run stopped before this item');
});

it('marks the item of an Error output for n8n 2.20 and older, and the mark does not survive a copy', async () => {
	const itemWith = async (onError: INode['onError']) => {
		const node = { ...context.getNode(), onError };
		results = new Results({ ...context, getNode: () => node, continueOnFail: () => true });
		results.fail(0, problem('It is busy'));
		return (await results.inOrder())[0]!;
	};
	const item = await itemWith('continueErrorOutput');
	expect(item.error).toBeInstanceOf(Error);
	expect('error' in { ...item }).toBe(false);
	expect(item.json).toEqual({ error: 'It is busy', details: { outcome: 'notApplied' } });
	// n8n does not copy it on the regular output, and would replace the JSON.
	expect((await itemWith('continueRegularOutput')).error).toBeUndefined();
});
