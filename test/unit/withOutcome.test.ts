// Falls with nodes/RewardsEngagement/errors/withOutcome.ts.

import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { InvalidParameter } from '../../nodes/RewardsEngagement/errors/invalidParameter';
import { errorItem, toNodeError } from '../../nodes/RewardsEngagement/errors/nodeError';
import { ServiceProblem } from '../../nodes/RewardsEngagement/errors/serviceProblem';
import {
	beforeSending,
	NotApplied,
	outcomeOfThrown,
	withOutcome,
	UNSENT,
	type Progress,
} from '../../nodes/RewardsEngagement/errors/withOutcome';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const unknown = new ServiceProblem({ message: 'Gone', description: 'Look.', outcome: 'unknown' });

/** The error of work with this progress. */
const thrownAt = async (progress: Progress, thrown: unknown): Promise<unknown> =>
	await withOutcome(progress, () => Promise.reject(thrown as Error)).then(
		() => undefined,
		(error: unknown) => error,
	);

const everything: Array<[string, unknown]> = [
	['a parameter that is wrong', new InvalidParameter('"Amount" is empty', 'Fill it in.')],
	['an error of the code', new TypeError('x is not a function')],
	['an error of n8n', new NodeOperationError(node, 'No access')],
	['a text', 'a plain text'],
	['nothing', undefined],
];

describe.each(everything)('%s', (_what, thrown) => {
	it('before anything was sent is not applied, and says that nothing was sent', async () => {
		const error = await thrownAt({ hasSent: false, mayHaveActed: false }, thrown);
		expect(outcomeOfThrown(error)).toBe('notApplied');
		const { json } = errorItem(node, error, 0);
		expect(json).toMatchObject({
			details: { outcome: 'notApplied', advice: expect.stringMatching(/Nothing was sent\.$/) },
		});
		expect(json.error).toBe(toNodeError(node, thrown, 0).message);
	});

	it('after a request that changes nothing is not applied', async () => {
		const error = await thrownAt({ hasSent: true, mayHaveActed: false }, thrown);
		expect(outcomeOfThrown(error)).toBe('notApplied');
		expect(toNodeError(node, error, 0).description ?? '').not.toContain('Nothing was sent');
	});

	it('after a request that may have changed something is unknown', async () => {
		const error = await thrownAt({ hasSent: true, mayHaveActed: true }, thrown);
		expect(error).toBe(thrown);
		expect(outcomeOfThrown(error)).toBe('unknown');
	});
});

it('leaves what the service did to the request to its own error', async () => {
	for (const hasSent of [true, false]) {
		expect(await thrownAt({ hasSent, mayHaveActed: hasSent }, unknown)).toBe(unknown);
	}
	expect(outcomeOfThrown(unknown)).toBe('unknown');
});

it('reports it once for nested work', async () => {
	const progress = { hasSent: false, mayHaveActed: false };
	const inner = await thrownAt(progress, new InvalidParameter('Wrong', 'Correct it. Nothing was sent.'));
	const outer = await thrownAt(progress, inner);
	expect(outer).toBe(inner);
	expect(toNodeError(node, outer, 0).description).toBe('Correct it. Nothing was sent.');
	expect(() => beforeSending(() => JSON.parse('{') as unknown)).toThrow(/JSON/);
});

it('work that sends nothing has sent nothing and done nothing', () => {
	expect(UNSENT).toEqual({ hasSent: false, mayHaveActed: false });
	expect(String(new NotApplied(new TypeError('gone'), true))).toBe('NotApplied: gone');
});
