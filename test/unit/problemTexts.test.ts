import type { Effect, OperationRequest, Policy } from '../../nodes/RewardsEngagement/api/request';
import { describeProblem } from '../../nodes/RewardsEngagement/api/describeProblem';
import {
	NO_TURN,
	TIMED_OUT,
	type HttpResult,
	type NetworkError,
} from '../../nodes/RewardsEngagement/api/http';
import { outcomeOf } from '../../nodes/RewardsEngagement/api/outcome';
import { path } from '../../nodes/RewardsEngagement/api/path';
import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import type { Problem } from '../../nodes/RewardsEngagement/errors';
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
	const outcome = effect === 'read' ? 'notApplied' : outcomeOf(result, asked.policy.confirms);
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

it('what the service says at length stands below the title', () => {
	const { message, advice } = SHOWN['a fault of the service']!;
	expect(message).toBe('Outcome unknown: the service could not process the request (status 502)');
	expect(advice).toContain('The service says: "xxx');
});
