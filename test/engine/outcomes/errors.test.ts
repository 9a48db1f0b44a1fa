import { useSteadyClock } from '../../harness/clock';
import { startReceiver, type Receiver } from '../../harness/http/receiver';

import type { FaultRequest } from '../../../sandbox/faults/fault';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

useSteadyClock();
const service = useService();
withoutPauses();

/** Ends the wait for a limit that never has room again. */
const BRIEF = { maximumTotalWaitSeconds: 3 };

const getRealm = async (credential = service.credential()) =>
	await runNode({ credential, parameters: { resource: 'realm', operation: 'get', options: BRIEF } });

const answerWith = (status: number, body: unknown) =>
	service.control.addFault({ operation: 'realm.get', kind: 'status', status, body });

describe('each answer reads well', () => {
	it('401: says what to do about the key', async () => {
		const { error } = await getRealm(service.credential({ apiKey: 'wrong' }));
		expect(error).toMatchObject({
			message: 'The service did not accept the API key',
			description: expect.stringContaining("dashboard's developer area"),
			httpCode: '401',
		});
		expect(service.requests).toHaveLength(1);
	});

	it.each(['Forbidden', 'No'])(
		'403: names the permission that is likely missing where the service does not say why: %s',
		async (error) => {
			answerWith(403, { error, message: null });
			const { error: shown } = await getRealm();
			expect(shown?.message).toBe(`The API key is not allowed to do this: ${error}`);
			expect(shown?.description).toContain('most likely realm:read');
		},
	);

	it('403: names the permission that the service names, and guesses at no other', async () => {
		answerWith(403, { error: 'Forbidden', message: 'The API key lacks the permission members:read.' });
		const { error } = await getRealm();
		expect(error?.message).toBe(
			'The API key is not allowed to do this: The API key lacks the permission members:read.',
		);
		expect(error?.description).toContain('Give the key the permission members:read.');
		expect(error?.description).not.toMatch(/realm:read|most likely/);
	});

	it('403: quotes the service on the realm, and guesses at no permission beside it', async () => {
		const { error } = await getRealm(service.credential({ apiKey: service.keys.otherRealm }));
		expect(error?.message).toBe(
			'The API key is not allowed to do this: The API key belongs to another realm.',
		);
		expect(error?.description).toContain('in its own realm');
		expect(error?.description).not.toMatch(/realm:read|most likely/);
	});

	it('409: guesses at no cause beside the one that the service says', async () => {
		const conflict = async (body: object) => {
			answerWith(409, body);
			const { error } = await getRealm();
			await service.control.reset();
			return error?.description;
		};
		expect(await conflict({ error: 'Conflict', message: 'The realm is locked.' })).not.toContain('changed');
		expect(await conflict({})).toContain('another change was faster');
	});

	it.each([400, 403, 422, 429])(
		'%i: the words of the service end in one full stop, as ours do',
		async (status) => {
			for (const end of ['', '.']) {
				const details = { name: `is too long${end}` };
				answerWith(status, { error: 'Refused', message: `It is a Sunday${end}`, details });
				const { error } = await getRealm(service.credential());
				expect(error?.description).toMatch(/[\w")]\.$/);
				expect(`${error?.message}\n${error?.description}`).not.toMatch(/\.\.|\.[:;"]/);
				await service.control.reset();
			}
		},
	);

	it('404: of a removal that an earlier try may have made says so, and of no other', async () => {
		const quest = { resource: 'quest', operation: 'create', name: 'Short-lived' };
		const { items } = await runNode({ credential: service.credential(), parameters: quest });
		const remove = async () =>
			await runNode({
				credential: service.credential(),
				parameters: {
					resource: 'quest',
					operation: 'delete',
					questId: { __rl: true, mode: 'id', value: items[0]?.json.id as string },
				},
				onError: 'continueErrorOutput',
			});
		service.control.addFault({ operation: 'quest.delete', kind: 'drop', when: 'after', times: 1 });
		const words = 'An earlier attempt got no clear response and may have succeeded. Check the service.';
		const first = (await remove()).errorItems[0]?.json.details as Record<string, string>;
		expect(first).toMatchObject({ status: 404, outcome: 'unknown' });
		expect(first.advice).toContain(words);
		const second = (await remove()).errorItems[0]?.json.details as Record<string, string>;
		expect(second).toMatchObject({ status: 404, outcome: 'notApplied' });
		expect(second.advice).not.toContain('An earlier attempt');
	});

	it('404: a realm that exists nowhere is named with the base URL, as both may be wrong', async () => {
		const { error } = await getRealm(service.credential({ realmId: 'a00000000000000000000009' }));
		expect(error?.message).toBe('The requested record was not found: There is no such realm.');
		expect(service.requests).toHaveLength(1);
		expect(error?.description).toBe(
			`Requested: /api/v1/realms/a00000000000000000000009. Check "Realm ID" (a00000000000000000000009), and the base URL ${service.baseUrl} in the credential.`,
		);
	});

	it('400: lists the problems of the fields', async () => {
		answerWith(400, {
			error: 'Bad Request',
			message: 'Validation failed',
			details: { name: 'is too long', emoji: 'is missing' },
		});
		const { error } = await getRealm();
		expect(error?.message).toBe('The service rejected the values: Validation failed');
		expect(error?.description).toContain('name: is too long. emoji: is missing.');
	});

	it('429: gives up after waiting when the limit lasts too long', async () => {
		service.control.addFault({ operation: 'realm.get', kind: 'rateLimit', retryAfter: 3600 });
		const { error } = await getRealm();
		expect(error?.message).toBe('The service is receiving too many requests');
		expect(service.requests).toHaveLength(1);
	});

	it('an unknown error code: quotes it with the status', async () => {
		answerWith(418, { error: 'short and stout' });
		expect((await getRealm()).error?.message).toBe('The service responded with status 418: short and stout');
	});

	it.each([
		[400, 'The service rejected the values and gave no reason'],
		[422, 'The service rejected the values and gave no reason'],
		[502, 'The service could not process the request (status 502)'],
	])('%d from a proxy: says that the response was not JSON', async (status, message) => {
		service.control.addFault({ operation: 'realm.get', kind: 'html', status });
		const { error } = await getRealm();
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('may come from a proxy');
	});

	it('400: tells twenty fields of many, and shows no answer that is too large to look through', async () => {
		const details = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 'is missing']));
		answerWith(400, { error: 'no', details: details(4_000) });
		const { error } = await getRealm();
		expect(error?.description).toMatch(
			/field19: is missing\. And 3980 more\. Correct the values, then run it again\.$/,
		);
		expect(error?.context?.data).toMatchObject({ error: 'no' });
		service.control.clearFaults();
		answerWith(400, { error: 'no', details: details(8_000) });
		const { error: large } = await getRealm();
		expect(large?.context?.data).toBeNull();
		expect(large?.description).toBe('Correct the values, then run it again.');
	});

	it('500: reads a null message', async () => {
		answerWith(500, { error: 'it broke', message: null });
		expect((await getRealm()).error?.message).toBe(
			'The service could not process the request (status 500): it broke',
		);
	});

	it('HTML in place of JSON: says that it is another site', async () => {
		service.control.addFault({ operation: 'realm.get', kind: 'html' });
		const { error } = await getRealm();
		expect(error?.message).toContain('Received a web page');
		expect(error?.description).toContain('Check the base URL');
	});
});

it.each<[string, Partial<FaultRequest>]>([
	['a server error', { kind: 'status', status: 503 }],
	['a dropped connection', { kind: 'drop' }],
	['too many requests', { kind: 'rateLimit', retryAfter: 0 }],
	['an answer cut off', { kind: 'cut' }],
])('reads again after %s', async (_what, fault) => {
	service.control.addFault({ operation: 'realm.get', times: 2, ...fault } as FaultRequest);
	const { items } = await getRealm();
	expect(items).toHaveLength(1);
	expect(service.requests).toHaveLength(3);
});

it.each([{ error: 'insufficient balance' }, null, '"queued"'])(
	'a payment with the response 200 and %j may have been made, and the item has the response',
	async (body) => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 200, body });
		const { errorItems, items } = await runNode({
			credential: service.credential(),
			parameters: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: service.ids.members.bonusPool,
				recipientId: service.ids.members.ada,
				amount: 1,
			},
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		expect(errorItems[0]?.json).toMatchObject({
			error: expect.stringMatching(/^Outcome unknown: the service did not confirm the change/),
			details: { outcome: 'unknown', status: 200, answer: body === '"queued"' ? 'queued' : body },
		});
		expect(service.requests).toHaveLength(1);
	},
);

it('never shows the key, even when the service quotes it', async () => {
	answerWith(400, {
		error: `bad key ${service.keys.admin}`,
		details: { field: 'key', issue: service.keys.admin },
	});
	const { error } = await getRealm();
	expect(error?.message).toBe('The service rejected the values: bad key [hidden]');
	expect(JSON.stringify(error)).not.toContain(service.keys.admin);
});

it('shows no part of a key where the words of the service are cut short, and none in a name', async () => {
	const apiKey = 'rk_live_8dJq2LmX0vTn5Wm3Jc6Vd1HsPz7Yb4RfKu9A';
	service.state.keys.push({
		name: 'long',
		value: apiKey,
		realmId: service.realmId,
		scopes: ['realm:read'],
	});
	const sent = `${'x'.repeat(470)}${apiKey}`;
	answerWith(400, { error: sent, message: null, details: { [sent]: 'unknown', [apiKey]: apiKey } });
	const { error } = await getRealm(service.credential({ apiKey }));
	expect(error?.message).toBe('The service rejected the values');
	expect(error?.description).toContain('[hidden]');
	const shown = JSON.stringify([error, error?.message, error?.description]);
	for (let start = 0; start + 8 <= apiKey.length; start++) {
		expect(shown).not.toContain(apiKey.slice(start, start + 8));
	}
});

it('hides every line of the webhook secrets', async () => {
	const webhookSecret = 'whsec-one-4711\nwhsec-two-0815';
	answerWith(400, { error: 'neither whsec-one-4711 nor whsec-two-0815' });
	const { error } = await getRealm(service.credential({ webhookSecret }));
	expect(error?.message).toBe('The service rejected the values: neither [hidden] nor [hidden]');
});

it.each(['constructor', '__proto__'])('a refusal with the word "%s" is a refusal', async (word) => {
	service.control.addFault({
		operation: 'consent.exchangeCode',
		kind: 'status',
		status: 400,
		body: { error: word },
	});
	const { errorItems } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'consent', operation: 'exchangeCode', code: 'x' },
		onError: 'continueErrorOutput',
	});
	expect(errorItems[0]?.json).toMatchObject({
		error: `The service rejected the values: ${word}`,
		details: { outcome: 'notApplied' },
	});
});

it('keeps its words when they contain the name of a system error', async () => {
	answerWith(400, { error: 'superpermission ENOENT' });
	expect((await getRealm()).error?.message).toBe('The service rejected the values: superpermission ENOENT');
});

it('takes a base address with blanks, a slash at the end, or the path of the API', async () => {
	for (const baseUrl of [
		` ${service.baseUrl}/ `,
		`${service.baseUrl}/api/v1`,
		`${service.baseUrl}/api/v1/`,
	]) {
		expect((await getRealm(service.credential({ baseUrl }))).items).toHaveLength(1);
	}
});

describe('the key stays at home', () => {
	let elsewhere: Receiver;
	beforeAll(async () => (elsewhere = await startReceiver()));
	afterAll(async () => await elsewhere.stop());

	it('on a redirect to another origin', async () => {
		const location = `${elsewhere.url.replace('127.0.0.1', 'localhost')}/`;
		service.control.addFault({ operation: 'realm.get', kind: 'redirect', location });
		const { error } = await getRealm();
		expect(error?.message).toBe(`The service redirected the request to ${location}`);
		expect(elsewhere.received).toEqual([]);
	});

	it('when the credential allows other domains only', async () => {
		const { error } = await getRealm(
			service.credential({ allowedHttpRequestDomains: 'domains', allowedDomains: 'rewards.example' }),
		);
		expect(error?.message).toContain('Could not connect to the service');
		expect(service.requests).toEqual([]);
	});
});
