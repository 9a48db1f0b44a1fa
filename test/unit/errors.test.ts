// Falls with nodes/RewardsEngagement/errors.ts.

import { NodeOperationError, type INode } from 'n8n-workflow';

import {
	isNotThere,
	outcomeOfThrown,
	Problem,
	sentencesOf,
	toNodeError,
	toProblem,
	unsentProblem,
	UNSENT,
} from '../../nodes/RewardsEngagement/errors';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const busy = new Problem({ message: 'It is busy', advice: 'Wait.', outcome: 'notApplied', status: 429 });
const gone = new Problem({ message: 'Gone', advice: 'Look.', outcome: 'unknown' });

const everything: Array<[string, unknown]> = [
	['a wrong parameter', unsentProblem('"Amount" is empty', 'Fill it in.')],
	['an error of the code', new TypeError('x is not a function')],
	['an error of n8n', new NodeOperationError(node, 'No access')],
	['a text', 'a plain text'],
	['nothing', undefined],
];

describe.each(everything)('%s', (_what, thrown) => {
	it('before anything was sent is not applied, and says that nothing was sent', () => {
		const problem = toProblem(thrown, UNSENT);
		expect(problem.told).toEqual({
			message: toNodeError(node, thrown, 0).message,
			advice: expect.stringMatching(/Nothing was sent\.$/) as string,
			outcome: 'notApplied',
		});
	});

	it('after a request that changes nothing is not applied', () => {
		const { told } = toProblem(thrown, { hasSent: true, mayHaveActed: false });
		expect(told.outcome).toBe('notApplied');
		expect(told.advice ?? '').not.toContain('Nothing was sent');
	});

	it('after a request that may have changed something is unknown', () => {
		const problem = toProblem(thrown, { hasSent: true, mayHaveActed: true });
		expect(problem.told.outcome).toBe('unknown');
		expect(toProblem(problem, UNSENT)).toBe(problem);
	});
});

it('leaves what the service did to the request to its own problem', () => {
	for (const mayHaveActed of [true, false]) {
		const progress = { hasSent: mayHaveActed, mayHaveActed };
		for (const problem of [gone, busy]) expect(toProblem(problem, progress)).toBe(problem);
	}
});

it('says once that nothing was sent', () => {
	const said = unsentProblem('Wrong', 'Correct it. Nothing was sent.');
	const first = toProblem(said, UNSENT);
	expect(first.told.advice).toBe('Correct it. Nothing was sent.');
	expect(toProblem(first, UNSENT)).toBe(first);
	expect(toProblem(unsentProblem('Not sent: too much'), UNSENT).told.advice).toBe('');
});

it('knows no outcome of an error that does not say', () => {
	const thrown = ['a text', new Error('No'), unsentProblem('Wrong'), busy];
	expect(thrown.map(outcomeOfThrown)).toEqual(['unknown', 'unknown', 'unknown', 'notApplied']);
});

it('shows a person what happened as title and what to do below', () => {
	expect(toNodeError(node, busy, 2)).toMatchObject({
		message: 'It is busy',
		description: 'Wait.',
		httpCode: '429',
		context: { itemIndex: 2 },
	});
	expect(toNodeError(node, unsentProblem('"Amount" is empty', 'Fill it in.'), 1, 'Note.')).toMatchObject({
		message: '"Amount" is empty',
		description: 'Fill it in. Note.',
		context: { itemIndex: 1 },
	});
});

it('keeps the words of whatever else was thrown', () => {
	expect(toNodeError(node, new Error('Cannot read the expression'), 0).message).toBe(
		'Cannot read the expression',
	);
	expect(toNodeError(node, 'a plain text', 0).message).toBe('a plain text');
});

it('puts both into one text, as sentences', () => {
	expect(sentencesOf(busy)).toBe('It is busy. Wait.');
	expect(sentencesOf(unsentProblem('Wait…'))).toBe('Wait…');
});

it('keeps the whole response of the service from everything that prints', () => {
	const facts = { ...gone.told, answer: { key: '[hidden]' } };
	const problem = new Problem(facts, { wholeAnswer: { key: 's3cret' } });
	expect(problem.wholeAnswer).toEqual({ key: 's3cret' });
	for (const printed of [problem, { ...problem }, toNodeError(node, problem, 0)])
		expect(JSON.stringify(printed)).not.toContain('s3cret');
});

it('takes only the JSON of the service for a record that is not there', () => {
	const notFound = (answer: unknown) => new Problem({ ...busy.told, status: 404, answer });
	expect([{}, '<html>'].map((answer) => isNotThere(notFound(answer)))).toEqual([true, false]);
});
