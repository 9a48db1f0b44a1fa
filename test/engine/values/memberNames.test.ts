import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import type { Member } from '../../../sandbox/resources/member/records';
import { jsonOf } from '../../harness/http/receiver';
import { byId } from '../../harness/workflows/nodes';
import { panelContext, runGraph, runnerOf, runNode, runTool } from '../engine';
import { NODE, START } from '../nodeTypes';
import { award } from '../payouts';
import { useReceiver } from '../receiver';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

type Mode = 'list' | 'email' | 'username' | 'id';
const by = (mode: Mode, value: string) => ({ __rl: true, mode, value });
const email = (value = '={{ $json.email }}') => by('email', value);

const awarding = (member: INodeParameters | object, more: INodeParameters = {}) =>
	award(service, { serviceId: member as INodeParameters, options: {}, ...more });
const awardingInBulk = (more: INodeParameters = {}) =>
	awarding(email(), { operation: 'updateBalances', ...more });

const run = runnerOf(service);

const emails = (...names: string[]) => names.map((name) => ({ email: `${name}@members.example` }));
const stars = (member: string) => service.balance(member, service.ids.currencies.stars);
const realm = () => service.state.realms.get(service.realmId)!;
const change = (id: string, changes: Partial<Member>) =>
	void Object.assign(realm().members.get(id)!, changes);
const searches = () =>
	service.requests
		.filter(({ operationId }) => operationId === 'member.search')
		.map(({ query }) => (query as { values: string }).values.split(','));
const payments = () => service.requests.filter(({ acted, method }) => acted && method !== 'GET');
const refusals = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => [json.error, (json.details as IDataObject).advice] as const);

/** This many members. Returns their emails. */
function crowd(count: number): Array<{ email: string }> {
	const { ada } = service.ids.members;
	const known = realm().members.get(ada)!;
	return Array.from({ length: count }, (_, index) => {
		const id = `e${index.toString(16).padStart(23, '0')}`;
		const one = `crowd-${index}@members.example`;
		realm().members.set(id, { ...known, id, username: `crowd-${index}`, email: one });
		return { email: one };
	});
}

describe('an award to an email', () => {
	it('pays the member who has it, and puts the member, the amount and the balance first', async () => {
		const { ada } = service.ids.members;
		const before = stars(ada);
		const { items } = await run(awarding(email('ada@members.example')));
		expect(Object.entries(items[0]!.json).slice(0, 6)).toEqual([
			['name', 'Ada Lindqvist'],
			['email', 'ada@members.example'],
			['amount', 5],
			['previousBalance', before],
			['newBalance', before + 5],
			['serviceId', ada],
		]);
		expect(items[0]!.json).toMatchObject({ id: expect.any(String), balance: before + 5 });
		expect(stars(ada)).toBe(before + 5);
		expect(searches()).toEqual([['ada@members.example']]);
	});

	it('calls a member that was chosen from the list by name too, and a currency in the sum', async () => {
		const { members, currencies } = service.ids;
		const chosen = (value: string, cachedResultName: string) => ({ ...by('list', value), cachedResultName });
		const { run: ran, of } = await runGraph({
			credential: service.credential(),
			nodes: {
				Start: { type: START },
				Node: {
					type: NODE,
					parameters: awarding(chosen(members.ada, 'Ada Lindqvist (ada@members.example)'), {
						currencyId: chosen(currencies.stars, '⭐ Stars (default)'),
					}),
				},
			},
			connections: { Start: [['Node']] },
		});
		expect(of('Node').items[0]!.json).toMatchObject({ serviceId: members.ada, name: 'Ada Lindqvist' });
		expect(ran.data.resultData.runData.Node?.[0]?.hints?.[0]?.message).toBe('1 awarded, 5 Stars in total.');
	});

	it('pays the same member for every way to write the email', async () => {
		const { ada } = service.ids.members;
		const before = stars(ada);
		await run(awarding(email()), [
			{ email: 'ADA@members.example' },
			{ email: ' ada@members.example ' },
			{ email: 'ada@members.example' },
		]);
		expect(stars(ada)).toBe(before + 15);
	});

	it('is refused where no member has it, with what to do for people who have not joined', async () => {
		const { items, errorItems } = await run(awarding(email()), emails('ada', 'nobody', 'bruno'));
		expect(items.map(({ json }) => json.name)).toEqual(['Ada Lindqvist', 'Bruno Falk']);
		expect(refusals(errorItems)).toEqual([
			[
				'"Member": no member has the email address nobody@members.example',
				'Correct it. To award people who have not joined, use Member Credential → Award or Deduct. Nothing was sent.',
			],
		]);
		expect(errorItems[0]!.pairedItem).toEqual({ item: 1 });
		expect(errorItems[0]!.json.details).toMatchObject({ outcome: 'notApplied' });
		expect(payments()).toHaveLength(2);
	});

	it('pays no item where one of them stops the run', async () => {
		const { error } = await run(awarding(email()), emails('ada', 'nobody', 'bruno'), { onError: undefined });
		expect(error).toMatchObject({
			message: '"Member": no member has the email address nobody@members.example',
			context: { itemIndex: 1 },
		});
		expect(payments()).toEqual([]);
	});

	it('is refused where several members have it', async () => {
		const { bruno, chen } = service.ids.members;
		change(chen, { email: 'bruno@members.example' });
		const { errorItems } = await run(awarding(email()), emails('ada', 'bruno'));
		expect(refusals(errorItems)).toEqual([
			[
				'"Member": several members have the email address bruno@members.example',
				`Choose one of them By ID, such as ${bruno} or ${chen}. Nothing was sent.`,
			],
		]);
	});

	it.each([
		['another one', { email: 'other@members.example' }],
		['none', { email: undefined }],
	])('is refused where the member that the service finds shows %s', async (_what, shown) => {
		const { ada } = service.ids.members;
		const body = { data: [{ ...realm().members.get(ada)!, ...shown }], meta: { total: 1 } };
		service.control.addFault({ operation: 'member.search', kind: 'status', status: 200, body });
		const { items, errorItems } = await run(awarding(email()), emails('ada', 'bruno'));
		expect(items).toEqual([]);
		expect(refusals(errorItems).map(([error]) => error)).toEqual([
			'"Member": the service returned a member without the email address ada@members.example',
			'"Member": the service returned a member without the email address bruno@members.example',
		]);
		expect(payments()).toEqual([]);
	});

	it.each(['ada', 'ada@members.example,bruno@members.example', 'ada @members.example', '{{ nothing'])(
		'is refused for %j, which is no email',
		async (value) => {
			const { errorItems } = await run(awarding(email()), [{ email: value }]);
			expect(refusals(errorItems)[0]![0]).toMatch(/^"Member" must be /);
			expect(service.requests).toEqual([]);
		},
	);
});

describe('a username', () => {
	it('names a member in whatever case', async () => {
		const { bonusPool } = service.ids.members;
		const before = stars(bonusPool);
		await run(awarding(by('username', 'Bonus-Pool')));
		expect(stars(bonusPool)).toBe(before + 5);
	});

	it('does not stand for one with other accents', async () => {
		const { ines } = service.ids.members;
		const body = { data: [{ ...realm().members.get(ines)!, username: 'inês' }], meta: { total: 1 } };
		service.control.addFault({ operation: 'member.search', kind: 'status', status: 200, body });
		const { errorItems } = await run(awarding(by('username', 'ines')));
		expect(refusals(errorItems)[0]![0]).toContain('without the username ines');
		expect(payments()).toEqual([]);
	});
});

it('an email that no member has does not stand for one that looks alike, also if both are asked for', async () => {
	const { freya } = service.ids.members;
	const [alike, own] = ['ﬀreya@members.example', 'ffreya@members.example'];
	change(freya, { email: own });
	const before = stars(freya);
	for (const others of [[], [own], [own, own]]) {
		const sent = payments().length;
		const input = [alike, ...others].map((one) => ({ email: one }));
		const { items, errorItems } = await run(awarding(email()), input);
		expect(items.map(({ json }) => json.serviceId)).toEqual(others.map(() => freya));
		expect(errorItems.map(({ json }) => [json.email, json.error])).toEqual([
			[alike, expect.stringContaining('no member has')],
		]);
		expect(payments()).toHaveLength(sent + others.length);
	}
	expect(stars(freya)).toBe(before + 15);
});

describe('many names', () => {
	it('are looked up fifty at a time, before anything is paid', async () => {
		const { items } = await run(awardingInBulk(), crowd(400));
		expect(items).toHaveLength(400);
		expect(searches().map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 50));
		expect(payments()).toHaveLength(4);
		const [first] = payments();
		expect(service.requests.indexOf(first!)).toBe(8);
		expect(new Set(items.map(({ json }) => json.serviceId)).size).toBe(400);
		expect(items.every(({ json }) => json.amount === 5)).toBe(true);
	}, 60_000);

	it('are looked up once each in a run', async () => {
		await run(awarding(email()), emails('ada', 'bruno', 'ada', 'ada'));
		expect(searches()).toEqual([['ada@members.example', 'bruno@members.example']]);
		expect(payments()).toHaveLength(4);
	});

	it('are asked for one by one where the answer does not say that it is complete', async () => {
		const { ada, bruno } = service.ids.members;
		const data = [ada, bruno].map((id) => realm().members.get(id)!);
		service.control.addFault({
			operation: 'member.search',
			kind: 'status',
			status: 200,
			body: { data },
			times: 1,
		});
		const { items } = await run(awarding(email()), emails('ada', 'bruno'));
		expect(items.map(({ json }) => json.serviceId)).toEqual([ada, bruno]);
		expect(searches().map(({ length }) => length)).toEqual([2, 1, 1]);
	});

	it('are not requested one by one when the service does not respond', async () => {
		service.control.addFault({ operation: 'member.search', kind: 'status', status: 500 });
		const options = { retries: 0 };
		const { errorItems } = await run(awardingInBulk({ options }), crowd(400));
		expect(errorItems).toHaveLength(400);
		expect(errorItems[399]!.json).toMatchObject({
			error: expect.stringMatching(/^"Member" was not looked up: /),
			details: { outcome: 'notApplied', status: 500 },
		});
		// After a round that failed as a whole, later rounds would fail too.
		expect(searches()).toHaveLength(8);
		expect(payments()).toEqual([]);
	}, 60_000);

	it('of reads and updates share requests too', async () => {
		const metadata = '{ "tier": "gold" }';
		await run(
			{ resource: 'member', operation: 'updateMetadata', serviceId: email(), metadata },
			emails('ada', 'bruno', 'chen'),
		);
		await run(
			{ resource: 'quest', operation: 'getManyForMember', memberId: email() },
			emails('ada', 'bruno', 'chen'),
		);
		expect(searches().map(({ length }) => length)).toEqual([3, 3]);
		const { ada } = service.ids.members;
		expect(realm().members.get(ada)!.metadata).toMatchObject({ tier: 'gold' });
	});
});

it('both sides of a transfer, and the initiator of an award, can be named', async () => {
	const { ada, bruno } = service.ids.members;
	const before = [stars(ada), stars(bruno)] as const;
	const { items } = await run({
		resource: 'member',
		operation: 'transferBalance',
		serviceId: email('ada@members.example'),
		recipientId: by('username', 'bruno'),
		currencyId: byId(service.ids.currencies.stars),
		amount: 2,
	});
	expect(items[0]!.json).toMatchObject({ serviceId: ada, recipientId: bruno, newBalance: before[0] - 2 });
	expect([stars(ada), stars(bruno)]).toEqual([before[0] - 2, before[1] + 2]);
	await run(awarding(byId(ada), { additionalFields: { initiatorId: email('bruno@members.example') } }));
	expect(payments().at(-1)!.body).toMatchObject({ initiatorId: bruno });
});

it("a payment of n8n's first try is found at the next one, even if the service no longer finds the member", async () => {
	const { ada, bruno } = service.ids.members;
	const fault = { operation: 'member.updateBalance', times: 1 };
	service.control.addFault({ ...fault, kind: 'delay', delay: 1 });
	service.control.addFault({ ...fault, kind: 'rateLimit' });
	service.control.addFault({ operation: 'member.search', kind: 'delay', delay: 1, times: 1 });
	service.control.addFault({ operation: 'member.search', kind: 'status', status: 500 });
	const { items } = await run(awarding(email(), { options: { retries: 0 } }), emails('ada', 'bruno'), {
		maxTries: 3,
		onError: undefined,
	});
	expect(items.map(({ json }) => json.serviceId)).toEqual([ada, bruno]);
	expect(payments()).toHaveLength(2);
});

it('a key of a payment to an email is refused for the ID of the same member, and says so', async () => {
	const { ada } = service.ids.members;
	const keyed = { repeatProtection: 'key', idempotencyKey: 'order-1' };
	await run(awarding(email('ada@members.example'), keyed));
	const { errorItems } = await run(awarding(byId(ada), keyed));
	expect(errorItems[0]!.json).toMatchObject({
		error: 'Not sent: this key was used for another request',
		details: { outcome: 'notApplied', advice: expect.stringContaining('recipient') as string },
	});
	const { items } = await run(awarding(email('ADA@members.example'), keyed));
	expect(items[0]!.json).toMatchObject({ skipped: true });
	expect(payments()).toHaveLength(1);
});

it('an agent gets no email of the member that it named by username', async () => {
	const { items } = await runTool({
		credential: service.credential(),
		parameters: awarding(by('username', 'ada')),
	});
	expect(JSON.stringify(items)).not.toContain('@members.example');
	expect(items[0]!.json).toMatchObject({ name: 'Ada Lindqvist' });
});

describe('a list of the panel that follows a member', () => {
	const { listSearch } = new RewardsEngagement().methods;
	const list = async (name: string, serviceId: object) => {
		const shown = { resource: 'memberWeb3', operation: 'linkNfts', serviceId } as INodeParameters;
		return await listSearch[name]!.call(panelContext(service.credential(), shown, NODE));
	};

	it('is that of the member with the email', async () => {
		const { ada } = service.ids.members;
		const wanted = await list('searchMemberNfts', byId(ada));
		expect(wanted.results.length).toBeGreaterThan(0);
		expect(await list('searchMemberNfts', email('ada@members.example'))).toEqual(wanted);
	});

	it('says why there is none', async () => {
		await expect(list('searchMemberNfts', email('nobody@members.example'))).rejects.toThrow(
			'The list cannot be shown: no member has the email address nobody@members.example',
		);
	});
});

it('an item whose look-up comes after the run stopped does not hide why it stopped', async () => {
	// The node looks up names for 100 items at a time. It lets other work run while it reads items that take long.
	const input = Array.from({ length: 130 }, (_, place) => ({
		email: place < 100 ? 'ada@members.example' : 'bruno@members.example',
		size: place < 100 ? 1 : 1_000_000,
	}));
	service.control.addFault({ operation: 'member.updateMetadata', kind: 'status', status: 403, times: 1 });
	const { error } = await run(
		{
			resource: 'member',
			operation: 'updateMetadata',
			serviceId: email(),
			metadata: '={{ ({ size: Array.from({ length: $json.size }).length }) }}',
			options: { retries: 0 },
		},
		input,
		{ onError: 'stopWorkflow' },
	);
	expect(error?.message).toBe(
		'The API key is not allowed to do this: The sandbox was configured to return this status.',
	);
	const looked = service.requests.filter(({ operationId }) => operationId === 'member.search');
	expect(looked).toHaveLength(1);
});

describe('a text that names several members', () => {
	const ONE = 'b'.repeat(24);
	const OTHER = 'c'.repeat(24);
	const EMAIL = 'ada@example.com';

	/** In each realm, one member has the text as its email, and another one as its username. */
	const memberOf = (realm: string, mode: string) =>
		`${realm.slice(0, 12)}${(mode === 'email' ? '1' : '2').repeat(12)}`;
	const receiver = useReceiver(({ method, path }) => {
		const realm = path.split('/')[4]!;
		const mode = path.includes('type=email') ? 'email' : 'username';
		const member = { id: memberOf(realm, mode), [mode]: EMAIL };
		if (method === 'GET') return { body: { data: [member], meta: { total: 1 } } };
		return { body: { id: 'x', serviceId: path.split('/')[6], balance: 5 } };
	});

	it.each(['email', 'username'])('the same %s in two realms names a member of each', async (mode) => {
		const { items } = await runNode({
			credential: { ...receiver.credential(), realmId: ONE },
			parameters: {
				resource: 'member',
				operation: 'updateBalance',
				realmId: '={{ $json.realm }}',
				serviceId: { __rl: true, mode, value: EMAIL },
				currencyId: { __rl: true, mode: 'list', value: '' },
				amount: 5,
			},
			input: [ONE, OTHER, ONE].map((realm) => ({ realm })),
		});
		const paid = receiver.received
			.filter(({ method }) => method !== 'GET')
			.map(({ path }) => path.split('/').slice(4, 7));
		expect(paid).toEqual([ONE, OTHER, ONE].map((realm) => [realm, 'members', memberOf(realm, mode)]));
		expect(items.map(({ json }) => json.serviceId)).toEqual(
			[ONE, OTHER, ONE].map((realm) => memberOf(realm, mode)),
		);
	});

	it('one text as a username and as an email names two members', async () => {
		const { error } = await runNode({
			credential: { ...receiver.credential(), realmId: ONE },
			parameters: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: { __rl: true, mode: 'username', value: EMAIL },
				recipientId: { __rl: true, mode: 'email', value: EMAIL },
				currencyId: { __rl: true, mode: 'list', value: '' },
				amount: 5,
			},
		});
		expect(error).toBeUndefined();
		const transfer = receiver.received.at(-1)!;
		expect(transfer.path).toContain(`/members/${memberOf(ONE, 'username')}/transfer`);
		expect(jsonOf(transfer)).toMatchObject({ recipientId: memberOf(ONE, 'email') });
	});
});
