import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { until } from '../../harness/process/wait';
import { runGraph, runNode } from '../engine';
import { NEXT, NODE, START } from '../nodeTypes';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';
import { Processes } from './processes';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const BY_EMAIL = { __rl: true, mode: 'email', value: '={{ $json.to }}' } as unknown as INodeParameters;
const BY_KEY = { repeatProtection: 'key', idempotencyKey: '={{ $json.key }}' };

const pay = async (input: IDataObject[], more: INodeParameters = {}) =>
	await runNode({
		credential: service.credential(),
		parameters: award(service, { ...BY_KEY, ...more }),
		input,
		mode: 'trigger',
		onError: 'continueErrorOutput',
	});

it('known defect 1.13: after a release, the first run of a skipped item is that of another payment', async () => {
	const { ada } = service.ids.members;
	const parameters = award(service, { ...BY_KEY, amount: '={{ $runIndex === 0 ? 5 : 7 }}' });
	const { of } = await runGraph({
		credential: service.credential(),
		mode: 'trigger',
		nodes: {
			Start: { type: START },
			Once: { type: NEXT },
			Then: { type: NEXT },
			Later: { type: NEXT },
			Again: { type: NEXT },
			More: { type: NEXT },
			Pay: { type: NODE, parameters },
			Free: {
				type: NODE,
				parameters: { resource: 'idempotencyKey', operation: 'release', idempotencyKey: 'order-17' },
			},
		},
		connections: {
			Start: [['Once', 'Then', 'Later']],
			Once: [['Pay']],
			Then: [['Free']],
			Later: [['Again', 'More']],
			Again: [['Pay']],
			More: [['Pay']],
		},
		input: [{ to: ada, key: 'order-17' }],
	});
	expect(payouts.to(ada)).toEqual([[5, 7]]);
	// Right: the payment of 7, in run 1, because it has the key.
	expect(of('Pay', 2).items[0]?.json).toMatchObject({
		skipped: true,
		firstRun: { runIndex: 0, json: { amount: 5 } },
	});
});

it('known defect 1.13: a key that was cut in the middle of an emoji counts as another one that was cut', async () => {
	const { ada } = service.ids.members;
	const cut = { idempotencyKey: '={{ $json.name.slice(0, 5) }}' };
	const told = [];
	for (const name of ['Ann 🎉', 'Ann 😀']) told.push(...(await pay([{ to: ada, name }], cut)).items);
	// Right: neither is sent, because half an emoji cannot be told from another one.
	expect(told.map(({ json }) => json.skipped)).toEqual([undefined, true]);
	expect(payouts.to(ada)).toEqual([[5]]);
});

it('known defect 1.13: an address that no member has pays a member whose address looks alike, if both are asked for', async () => {
	const { freya } = service.ids.members;
	const alike = { to: 'ﬀreya@members.example', key: 'one' };
	const own = { to: 'ffreya@members.example', key: 'two' };
	const { members } = service.state.realms.get(service.realmId)!;
	members.get(freya)!.email = own.to;
	const alone = await pay([alike], { serviceId: BY_EMAIL });
	expect(alone.errorItems[0]?.json.error).toContain('no member has');
	await pay([alike, own], { serviceId: BY_EMAIL });
	// Right: [[5]], because the first address belongs to no member, as it does alone.
	expect(payouts.to(freya)).toEqual([[5, 5]]);
});

it('known defect 1.13: a killed process leaves more than 300 keys of bulk requests open', async () => {
	service.control.addFault({ operation: 'member.updateBalances', kind: 'timeout' });
	const graph = {
		credential: service.credential(),
		nodes: {
			Start: { type: START },
			Pay: {
				type: NODE,
				parameters: award(service, {
					...BY_KEY,
					operation: 'updateBalances',
					options: { retries: 0, concurrency: 5 },
				}),
			},
		},
		connections: { Start: [['Pay']] },
		input: Array.from({ length: 600 }, (_, key) => ({ to: service.ids.members.ada, key })),
	};
	await new Processes('1.13').killed(graph, async () => {
		await until('five requests', () => service.requests.length === 5);
	});
	const open = [...processedValues].flatMap(([row, values]) => (row.endsWith(' open') ? values : []));
	// Right: 300 at most, as docs/idempotency.md says.
	expect(open).toHaveLength(500);
});
