// Falls with nodes/RewardsEngagement/consentTrigger/codeExchanges.ts.

import { Workflow, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { exchangeOnce, type Attempt } from '../../nodes/RewardsEngagement/consentTrigger/codeExchanges';

const MINUTE = 60_000;
const member = { serviceId: 'member' };

let id = 0;
let logged: string[];
let exchange: jest.Mock<Promise<IDataObject>>;

beforeEach(() => {
	id++;
	logged = [];
	exchange = jest.fn(async () => await Promise.resolve(member));
	jest.useFakeTimers({ now: 0 });
});
afterEach(() => jest.useRealTimers());

/** A request to the trigger of this test. By default n8n has responded to it. */
const take = async (attempt: Partial<Attempt>, answer = { headersSent: true, statusCode: 200 }) => {
	const context = {
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: `${id}`, name: 'Consent' }),
		getMode: () => 'webhook',
		getResponseObject: () => answer,
		logger: { warn: (words: string) => void logged.push(words) },
	} as unknown as IWebhookFunctions;
	return await exchangeOnce(context, { now: Date.now(), ...attempt }, exchange);
};

it('remembers a code for ten minutes, twice as long as the service takes it', async () => {
	await take({ code: 'code' });
	jest.setSystemTime(10 * MINUTE - 1);
	expect(await take({ code: 'code' })).toBe('alreadyLinked');
	jest.setSystemTime(10 * MINUTE);
	expect(await take({ code: 'code' })).toEqual(member);
	expect(exchange).toHaveBeenCalledTimes(2);
});

it.each([
	[200, 'alreadyLinked'],
	[500, member],
])('lets go of an answer once it was sent with %d', async (statusCode, expected) => {
	const answer = { headersSent: false, statusCode };
	await take({ code: 'code' }, answer);
	answer.headersSent = true;
	await take({ code: 'another' });
	// A later change of the response object does not change the recorded result.
	answer.statusCode = 700 - statusCode;
	expect(await take({ code: 'code' })).toEqual(expected);
	expect(exchange).toHaveBeenCalledTimes(2);
});

it('says that it takes a while when the first answer does not come', async () => {
	await take({ code: 'code' }, { headersSent: false, statusCode: 200 });
	let turn: unknown;
	void take({ code: 'code' }).then((taken) => (turn = taken));
	await jest.advanceTimersByTimeAsync(14_900);
	expect(turn).toBeUndefined();
	await jest.advanceTimersByTimeAsync(200);
	expect(turn).toBe('stillLinking');
});

it('keeps nothing of a code that could not be exchanged', async () => {
	exchange.mockImplementation(async () => await Promise.reject(new Error('no')));
	for (let n = 0; n < 200; n++) await expect(take({ code: `made up ${n}` })).rejects.toThrow('no');
	exchange.mockResolvedValue(member);
	await take({ code: 'code' });
	expect(memory().codes.size).toBe(1);
});

describe('with a signed state', () => {
	const signed = (nonce: string, code?: string, expiresAt = MINUTE) => ({
		code,
		state: { nonce, expiresAt },
	});

	it('many exchanges leave room for codes without one', async () => {
		let end = (_member: IDataObject) => {};
		const later = new Promise<IDataObject>((resolve) => (end = resolve));
		exchange.mockImplementation(async () => await later);
		const begun = Array.from({ length: 200 }, async (_unused, n) => await take(signed(`${n}`, 'a')));
		exchange.mockResolvedValueOnce(member);
		expect(await take({ code: 'a' })).toEqual(member);
		end(member);
		await Promise.all(begun);
	});

	it('one code is taken until the state expires, however long ago it came', async () => {
		const month = 30 * 24 * 60 * MINUTE;
		expect(await take(signed('n', 'a', month))).toEqual(member);
		jest.setSystemTime(month - 1);
		expect(await take(signed('n', 'b', month))).toBe('spent');
		expect(await take(signed('n', undefined, month))).toBe('spent');
		expect(await take(signed('n', 'a', month))).toBe('alreadyLinked');
		expect(exchange).toHaveBeenCalledTimes(1);
	});

	it('the same code may belong to each of several states', async () => {
		expect([await take(signed('m', 'a')), await take(signed('n', 'a'))]).toEqual([member, member]);
	});

	it('a hundred thousand are remembered, and further ones are turned away until some expire', async () => {
		await take(signed('0', 'a'));
		const { states } = memory();
		for (let n = 1; n < 100_000; n++) states.set(`${n}`, states.get('0')!);
		const before = process.cpuUsage();
		expect(await take(signed('new', 'a', 2 * MINUTE))).toBe('busy');
		expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
		expect(logged).toEqual([expect.stringContaining('Too many signed states are in use. Shorten')]);
		// Codes without a state are stored separately.
		expect(await take({ code: 'a' })).toEqual(member);
		expect(await take(signed('0', 'b'))).toBe('spent');
		jest.setSystemTime(MINUTE);
		expect(await take(signed('new', 'a', 2 * MINUTE))).toEqual(member);
		expect(states.size).toBe(1);
	});
});

/** What the process remembers of the trigger of this test. */
function memory() {
	const [symbol] = Object.getOwnPropertySymbols(Workflow);
	const values = (Workflow as unknown as Record<symbol, Map<string, Map<string, never>>>)[symbol!]!;
	const triggers = values.get('code exchanges')!;
	return triggers.get(`workflow ${id} webhook`)! as Record<'codes' | 'states', Map<string, object>>;
}
