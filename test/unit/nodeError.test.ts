import type { INode } from 'n8n-workflow';

import { errorItem, toNodeError } from '../../nodes/RewardsEngagement/api/nodeError';
import { ServiceProblem } from '../../nodes/RewardsEngagement/api/serviceProblem';
import { InvalidParameter } from '../../nodes/RewardsEngagement/fields/invalidParameter';

const node = (type: string): INode => ({
	id: '1',
	name: 'Node',
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});
const person = node('n8n-nodes-rewards-engagement.rewardsEngagement');
const agent = node('n8n-nodes-rewards-engagement.rewardsEngagementTool');
const problem = new ServiceProblem({
	message: 'It is busy',
	description: 'Wait.',
	outcome: 'notApplied',
	status: 429,
});

it('shows a person what happened as title and what to do below', () => {
	expect(toNodeError(person, problem, 2)).toMatchObject({
		message: 'It is busy',
		description: 'Wait.',
		httpCode: '429',
		context: { itemIndex: 2 },
	});
	expect(toNodeError(person, new InvalidParameter('"Amount" is empty', 'Fill it in.'), 1)).toMatchObject({
		message: '"Amount" is empty',
		description: 'Fill it in.',
		context: { itemIndex: 1 },
	});
});

it('tells an AI agent both in the message, because it reads nothing else', () => {
	expect(toNodeError(agent, problem).message).toBe('It is busy. Wait.');
});

it('keeps the words of whatever else was thrown', () => {
	expect(toNodeError(person, new Error('Cannot read the expression'), 0).message).toBe(
		'Cannot read the expression',
	);
	expect(toNodeError(person, 'a plain text', 0).message).toBe('a plain text');
});

it('marks the item of an Error output for n8n 2.20 and older, and the mark does not survive a copy', () => {
	const withErrorOutput: INode = { ...person, onError: 'continueErrorOutput' };
	const item = errorItem(withErrorOutput, problem, 3);
	expect(item.error).toBeInstanceOf(Error);
	expect('error' in { ...item }).toBe(false);
	expect(item.json).toMatchObject({ error: 'It is busy', details: { outcome: 'notApplied' } });
	// On the regular output nothing copies it, and n8n would replace the JSON.
	expect(errorItem({ ...person, onError: 'continueRegularOutput' }, problem, 3).error).toBeUndefined();
});
