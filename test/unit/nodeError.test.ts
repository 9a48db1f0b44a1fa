// Falls with nodes/RewardsEngagement/errors/nodeError.ts.

import type { INode } from 'n8n-workflow';

import { errorItem, toNodeError } from '../../nodes/RewardsEngagement/errors/nodeError';
import { ServiceProblem } from '../../nodes/RewardsEngagement/errors/serviceProblem';
import { InvalidParameter } from '../../nodes/RewardsEngagement/errors/invalidParameter';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const problem = new ServiceProblem({
	message: 'It is busy',
	description: 'Wait.',
	outcome: 'notApplied',
	status: 429,
});

it('shows a person what happened as title and what to do below', () => {
	expect(toNodeError(node, problem, 2)).toMatchObject({
		message: 'It is busy',
		description: 'Wait.',
		httpCode: '429',
		context: { itemIndex: 2 },
	});
	expect(toNodeError(node, new InvalidParameter('"Amount" is empty', 'Fill it in.'), 1)).toMatchObject({
		message: '"Amount" is empty',
		description: 'Fill it in.',
		context: { itemIndex: 1 },
	});
});

it('keeps the words of whatever else was thrown', () => {
	expect(toNodeError(node, new Error('Cannot read the expression'), 0).message).toBe(
		'Cannot read the expression',
	);
	expect(toNodeError(node, 'a plain text', 0).message).toBe('a plain text');
});

it('marks the item of an Error output for n8n 2.20 and older, and the mark does not survive a copy', () => {
	const withErrorOutput: INode = { ...node, onError: 'continueErrorOutput' };
	const item = errorItem(withErrorOutput, problem, 3);
	expect(item.error).toBeInstanceOf(Error);
	expect('error' in { ...item }).toBe(false);
	expect(item.json).toMatchObject({ error: 'It is busy', details: { outcome: 'notApplied' } });
	// n8n does not copy it on the regular output, and would replace the JSON.
	expect(errorItem({ ...node, onError: 'continueRegularOutput' }, problem, 3).error).toBeUndefined();
});
