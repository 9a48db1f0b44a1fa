import type { IDataObject, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode, runTool } from '../engine';
import { award, usePayouts } from '../payouts';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

/** The service acts, and a proxy answers with an error. */
const loseAnswer = (operation: string) =>
	service.control.addFault({ operation, kind: 'status', status: 502, body: {}, when: 'after', times: 1 });

/** Runs a request whose answer is lost. Returns what its failed item says. */
async function failureOf(parameters: INodeParameters, mode: WorkflowExecuteMode = 'trigger') {
	loseAnswer(`${parameters.resource as string}.${parameters.operation as string}`);
	const { errorItems } = await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		mode,
		parameters,
	});
	const { error, details } = errorItems[0]!.json as { error: string; details: IDataObject };
	return { error, advice: details.advice as string, key: details.idempotencyKey as string };
}

const stars = () => ({
	__rl: true,
	mode: 'list',
	value: service.ids.currencies.stars,
	cachedResultName: '⭐ Stars',
});
const toChen = (more: INodeParameters = {}) =>
	award(service, {
		serviceId: { __rl: true, mode: 'email', value: 'chen@members.example' },
		currencyId: stars() as unknown as INodeParameters,
		amount: 1_100,
		...more,
	});
const settle = async (operation: string, idempotencyKey: string) =>
	await runNode({
		credential: service.credential(),
		parameters: { resource: 'idempotencyKey', operation, idempotencyKey },
	});
const SETTLE = 'If it is there, use Idempotency Key → Confirm, otherwise Release.';

it.each(['updateBalance', 'updateBalances'])(
	'%s without a clear answer says what to look for, and what to do with the key',
	async (operation) => {
		const { error, advice, key } = await failureOf(
			toChen({ operation, repeatProtection: 'key', idempotencyKey: 'week-12' }),
		);
		expect(error).toBe('Outcome unknown: the service answered with error 502');
		expect(advice).toBe(
			`Look for +1,100 Stars for Chen Wei in the service before you run it again. ${SETTLE}`,
		);
		expect(payouts.to(service.ids.members.chen)).toEqual([[1_100]]);
		expect((await settle('confirm', key)).items[0]?.json).toMatchObject({ confirmed: true });
	},
);

it('names a deduction with its sign, and a member without a name by the ID', async () => {
	const { ada } = service.ids.members;
	const { advice } = await failureOf(toChen({ serviceId: byId(ada), amount: -3 }));
	expect(advice).toContain(`Look for -3 Stars for ${ada} in the service`);
});

it.each(['Ca$$h', 'A $& B'])('names %s as it is', async (displayName) => {
	const chen = service.state.realms.get(service.realmId)!.members.get(service.ids.members.chen)!;
	const before = chen.displayName;
	chen.displayName = displayName;
	const { advice } = await failureOf(toChen()).finally(() => (chen.displayName = before));
	expect(advice).toContain(`for ${displayName} in the service before`);
});

it('names both sides of a transfer', async () => {
	const { advice } = await failureOf(
		toChen({
			operation: 'transferBalance',
			serviceId: byId(service.ids.members.bonusPool),
			recipientId: { __rl: true, mode: 'email', value: 'chen@members.example' },
			amount: 5,
		}),
	);
	expect(advice).toContain(
		`Look for a transfer of 5 Stars from ${service.ids.members.bonusPool} to Chen Wei in the service`,
	);
});

it('names a person who has not joined by what the item says of them', async () => {
	const { advice } = await failureOf({
		resource: 'memberCredential',
		operation: 'updateBalance',
		...{ type: 'custom', value: 'customer-99', source: 'shop', amount: 5 },
		realmPointId: stars(),
	});
	expect(advice).toContain('Look for +5 Stars for customer-99 in the service');
});

it('says of a request that is no payment only that it may have been done', async () => {
	const { advice } = await failureOf({ resource: 'currency', operation: 'create', name: 'Coins' });
	expect(advice).toBe(`Check in the service whether it was done before you run it again. ${SETTLE}`);
});

it.each<[string, INodeParameters, WorkflowExecuteMode]>([
	['without protection', { repeatProtection: 'off' }, 'trigger'],
	['in a test run, whose keys n8n does not keep', {}, 'manual'],
])('names no way to settle a key %s', async (_what, more, mode) => {
	const { advice } = await failureOf(toChen(more), mode);
	expect(advice).toBe(
		'Look for +1,100 Stars for Chen Wei in the service before you run it again. If it is there, leave this item out, otherwise run it again.',
	);
});

it('tells a model neither to run it again nor who is paid', async () => {
	loseAnswer('member.updateBalance');
	const { items } = await runTool({ credential: service.credential(), parameters: toChen(), input: [{}] });
	const { advice } = items[0]?.json.details as { advice: string };
	expect(advice).toMatch(/Check the service before you run it again, to avoid a duplicate\.$/);
	expect(advice).not.toMatch(/Chen|otherwise/);
});
