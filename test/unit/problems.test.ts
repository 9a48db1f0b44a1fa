// Falls with nodes/RewardsEngagement/errors.ts and nodes/RewardsEngagement/api/describeProblem.ts.

import fs from 'node:fs';

import { type INode, NodeOperationError } from 'n8n-workflow';

import type { Effect, OperationRequest, Policy } from '../../nodes/RewardsEngagement/api/request';
import { describeProblem } from '../../nodes/RewardsEngagement/api/describeProblem';
import {
	type HttpResult,
	type NetworkError,
	NO_TURN,
	TIMED_OUT,
} from '../../nodes/RewardsEngagement/api/http';
import { outcomeOf } from '../../nodes/RewardsEngagement/api/outcome';
import { path } from '../../nodes/RewardsEngagement/api/path';
import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import {
	isNotThere,
	outcomeOfThrown,
	Problem,
	toNodeError,
	toProblem,
	UNSENT,
	unsentProblem,
} from '../../nodes/RewardsEngagement/errors';
import { UNSETTLED } from '../../nodes/RewardsEngagement/once/claimEvent';
import { refuseEmptyPart } from '../../nodes/RewardsEngagement/fields/composedText';
import { text } from '../../nodes/RewardsEngagement/fields/text';
import { isReplaced } from '../../nodes/RewardsEngagement/once/executionData';
import { rowOf } from '../../nodes/RewardsEngagement/host/row';
import { hasTwin, paymentsOf } from '../../nodes/RewardsEngagement/once/journals';
import {
	isConflict,
	isRetryOfRetry,
	isUntold,
	mayBeApplied,
} from '../../nodes/RewardsEngagement/once/runKeys';
import { checkReachable } from '../../nodes/RewardsEngagement/resources/webhook/reachability';
import { literalsIn, shippedFiles } from '../../scripts/lib/source';

describe('the messages that people see most', () => {
	/** A credential without secrets, and requests of each effect. */
	const connection = toConnection({ baseUrl: 'https://api.example.com', apiKey: 'key', realmId: 'r' });
	const request = (effect: Effect, policy: Partial<Policy> = {}): OperationRequest => ({
		method: effect === 'read' ? 'GET' : 'POST',
		path: path`/api/v1/realms/${'64b7f1c2a9d3e45f60718293'}/things`,
		policy: { effect, ...policy },
	});

	interface Told {
		message: string;
		advice?: string | undefined;
	}

	function problemOf(result: HttpResult, effect: Effect): Told {
		const asked = request(effect, { confirms: () => false });
		const outcome = effect === 'read' ? 'notApplied' : outcomeOf(result, asked.policy);
		const failure = { result, request: asked, connection, maximumWait: 1000, hasOptions: true };
		return describeProblem(failure, outcome).told;
	}

	function answer(status: number, text = '', headers = {}): HttpResult {
		let body: unknown;
		try {
			body = JSON.parse(text);
		} catch {
			body = undefined;
		}
		return { kind: 'response', status, headers, text, body };
	}

	const fault = (code: string, reached: NetworkError['reached']): HttpResult => ({
		kind: 'networkError',
		reached,
		isTransient: true,
		code,
		reason: 'it says so',
	});

	const thrownBy = (work: () => unknown): Told => {
		try {
			work();
		} catch (thrown) {
			return told(thrown);
		}
		throw new Error('It throws nothing.');
	};

	const told = (thrown: unknown): Told => (thrown as Problem).told;

	const conflict = '{"error":"Conflict","message":"Somebody was faster"}';
	const tale = JSON.stringify({ error: 'x'.repeat(400) });
	const note = text('Note', { description: '' });
	const gap = [{ text: 'For ' }, { code: '$json.x', value: undefined }];

	/** The most frequent messages as n8n shows them: the title, and below it the advice. */
	const SHOWN: Readonly<Record<string, Told>> = {
		'a wrong key': problemOf(answer(401, '{"error":"Unauthorized"}'), 'once'),
		'a key without the permission': problemOf(answer(403, '{"error":"Forbidden"}'), 'once'),
		'a record that is not there': problemOf(answer(404, '{"error":"Not Found"}'), 'once'),
		'refused values': problemOf(answer(422, '{"error":"Bad amount"}'), 'once'),
		'a conflict': problemOf(answer(409, conflict), 'once'),
		'too many requests': problemOf(answer(429, '', { 'retry-after': '600' }), 'once'),
		'a fault of the service': problemOf(answer(502, tale), 'once'),
		'a time-out': problemOf(fault(TIMED_OUT, 'perhaps'), 'once'),
		'a time-out of a read': problemOf(fault(TIMED_OUT, 'perhaps'), 'read'),
		'a broken connection': problemOf(fault('ECONNRESET', 'perhaps'), 'once'),
		'no connection': problemOf(fault('ECONNREFUSED', 'never'), 'once'),
		'a proxy that refuses': problemOf(answer(403, '<html>'), 'once'),
		'a proxy that asks who it is': problemOf(answer(407), 'once'),
		'an expired certificate': problemOf(fault('CERT_HAS_EXPIRED', 'never'), 'once'),
		'a self-signed certificate': problemOf(fault('DEPTH_ZERO_SELF_SIGNED_CERT', 'never'), 'once'),
		'a certificate of another host': problemOf(fault('ERR_TLS_CERT_ALTNAME_INVALID', 'never'), 'once'),
		'an answer that is no JSON': problemOf(answer(200, 'hello'), 'read'),
		'an empty answer': problemOf(answer(200), 'read'),
		'a change that is not confirmed': problemOf(answer(200, '{"ok":false}'), 'once'),
		'no turn': problemOf(fault(NO_TURN, 'never'), 'once'),
		'an open key': told(mayBeApplied('order-17')),
		'a retry of a retry that was lost': told(isRetryOfRetry()),
		'a retry of an unknown execution': told(isUntold()),
		'a key of another request': told(isConflict()),
		'a key that cannot be kept': thrownBy(() => paymentsOf({ getWorkflow: () => ({}) } as never)),
		'a node that was replaced': told(isReplaced('Pay')),
		'an n8n that hides its store': thrownBy(() => rowOf({ helpers: {} } as never, 1)),
		'a copy of a node': told(hasTwin('Pay', 'Pay1', 'Nothing was sent.')),
		'a text with an empty part': thrownBy(() => refuseEmptyPart(note, gap, ' for this item')),
		'an event that another execution has': UNSETTLED,
		'an n8n that nobody can reach': thrownBy(() =>
			checkReachable('http://localhost:5678/webhook/1', 'https://api.example.com'),
		),
	};
	const shown = Object.entries(SHOWN);

	/** Removes quoted texts, which come from others and may have any length. */
	const withoutQuotes = (text = '') =>
		text.replace(/The (service|system) says( of \S+)?: .*?(\.|$)/g, '').trim();

	describe.each(shown)('what a person reads of %s', (_what, { message, advice }) => {
		it('fits into the panel', () => {
			expect(message.length).toBeLessThanOrEqual(90);
			expect(withoutQuotes(advice).length).toBeLessThanOrEqual(230);
		});

		it('is short sentences without semicolons', () => {
			for (const sentence of `${message}. ${withoutQuotes(advice)}`.split(/(?<=[.!?])\s/)) {
				expect(sentence).not.toContain(';');
				expect(sentence.split(/\s+/).length).toBeLessThanOrEqual(25);
			}
		});

		it('says what to do next', () => {
			expect(advice).toMatch(
				/\b(Check|Correct|Copy|Create|Give|Add|Ask|Lower|raise|Run|Use|Save|Set|Compare|[Rr]etry|mount|do nothing|Go back|Enter|renew|Provide|needs)\b/,
			);
		});
	});

	describe('the outcome of a change is what a person reads first', () => {
		it.each([
			'a fault of the service',
			'a time-out',
			'a broken connection',
			'a conflict',
			'a change that is not confirmed',
		])('where nobody knows it: %s', (what) => {
			expect(SHOWN[what]!.message).toMatch(/^Outcome unknown: [a-z]/);
			expect(SHOWN[what]!.advice).toMatch(/^The service may or may not have processed this request\./);
		});

		it.each(['a wrong key', 'a key without the permission', 'a record that is not there', 'refused values'])(
			'where the next run would be refused too, without a promise: %s',
			(what) => {
				expect(SHOWN[what]!.advice).toMatch(/^Nothing was changed in the service\. /);
				expect(SHOWN[what]!.advice).not.toMatch(/safe|You can run it again/);
			},
		);

		it.each(['too many requests', 'no connection', 'no turn'])('where it may pass: %s', (what) => {
			expect(SHOWN[what]!.advice).toMatch(/^Nothing was changed in the service\. You can run it again\. /);
		});

		it.each([
			'an open key',
			'a retry of a retry that was lost',
			'a retry of an unknown execution',
			'a key of another request',
		])('where the node held it back: %s', (what) => expect(SHOWN[what]!.message).toMatch(/^Not sent: /));

		it('of a read, nothing is said', () => {
			expect(SHOWN['a time-out of a read']!.message).toBe('The service did not respond in time');
		});
	});
});

describe('the words of a failure', () => {
	/** n8n's guidelines say that a text should describe the event instead of using these words. */
	const VAGUE = /\b(errors?|problems?|failed|failures?|mistakes?)\b/i;
	/** Texts in these files describe parameters. They may be about failures, such as when a request is repeated. */
	const OF_PARAMETERS = ['/fields.ts', '/options.ts'];

	/** The sentences and parts of sentences in a piece of TypeScript, with `…` in place of each expression. */
	const sentencesIn = (code: string) =>
		literalsIn(code).filter((text) => text.trim().split(/\s+/).length >= 3);

	/** "On Error" is the name of n8n's setting. "Error 502" is a status. */
	const vague = (code: string) =>
		sentencesIn(code).filter((text) => VAGUE.test(text.replace(/"On Error"|error …/g, '')));

	const files = shippedFiles().filter((file) => !OF_PARAMETERS.some((other) => file.endsWith(other)));

	it('no text of a failure says "error", "problem", "failed" or "mistake" where it can say what happened', () => {
		expect(files.length).toBeGreaterThan(100);
		expect(files.flatMap((file) => vague(fs.readFileSync(file, 'utf8')))).toEqual([]);
	});

	it('the check finds such a text', () => {
		expect(
			vague("refuse(`The export failed: ${'x'}`, 'To keep them, set \"On Error\" to continue')"),
		).toEqual(['The export failed: …']);
	});
});

describe('what is made of a thrown error', () => {
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
});
