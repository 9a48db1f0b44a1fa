import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { credentialReference, runGraph } from './engine';
import { NODE, START, TOOL } from './nodeTypes';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

/** Runs one node of a workflow that pays with a node, pays with a tool, and settles keys. */
async function run(
	name: 'Pay' | 'Tool' | 'Settle',
	parameters: INodeParameters,
	credential = service.credential(),
) {
	const payment = {
		resource: 'member',
		operation: 'updateBalance',
		serviceId: byId(service.ids.members.ada),
		currencyId: byId(''),
		amount: 5,
		repeatProtection: 'key',
		options: { retries: 0 },
	};
	const of = (own: string, type: string, base: INodeParameters) => ({
		type,
		parameters: { ...base, ...(own === name && parameters) },
		credentials: credentialReference(),
	});
	const { of: resultOf } = await runGraph({
		credential,
		mode: 'trigger',
		nodes: {
			Start: { type: START },
			Pay: of('Pay', NODE, payment),
			Tool: of('Tool', TOOL, payment),
			Settle: of('Settle', NODE, { resource: 'idempotencyKey' }),
		},
		connections: { Start: [[name]] },
	});
	return resultOf(name);
}

/** Pays with an unknown outcome. @returns the key of the payment */
async function payUnknown(name: 'Pay' | 'Tool', idempotencyKey: string, credential = service.credential()) {
	service.control.addFault({ operation: 'member.updateBalance', kind: 'drop', when: 'before', times: 1 });
	const { error, items } = await run(name, { idempotencyKey }, credential);
	const told = JSON.stringify([error?.message, error?.description, items]);
	expect(told).toContain('Outcome unknown: ');
	return /[^"\\]+@[0-9a-f]{12}/.exec(told)![0];
}

const settle = async (operation: 'confirm' | 'release', idempotencyKey: string, more: INodeParameters = {}) =>
	(await run('Settle', { operation, idempotencyKey, ...more })).items[0]?.json;

it.each(['Pay', 'Tool'] as const)(
	'the key of %s is released by another node of the workflow',
	async (name) => {
		const key = await payUnknown(name, 'order 1');
		expect(await settle('release', key)).toEqual({ released: true, status: 'pending', idempotencyKey: key });
		expect((await run(name, { idempotencyKey: 'order 1' })).items[0]?.json).toHaveProperty('newBalance');
	},
);

it('a key is settled whichever way its accents are written', async () => {
	const key = await payUnknown('Pay', 'café');
	for (const text of [key.normalize('NFD'), 'café'.normalize('NFD')]) {
		expect(await settle('confirm', text)).toMatchObject({ idempotencyKey: key });
	}
	expect((await run('Pay', { idempotencyKey: 'café' })).items[0]?.json).toMatchObject({ skipped: true });
});

it.each(['confirm', 'release'] as const)(
	'a part of a key means a key of the realm that %s names, or of the credential',
	async (operation) => {
		const other = { apiKey: service.keys.otherRealm, realmId: service.ids.otherRealm };
		const { realmId } = other;
		const key = await payUnknown('Pay', 'order 2', service.credential(other));
		const reason = expect.stringContaining('No node of this workflow used this key');
		expect(await settle(operation, 'order 2')).toMatchObject({ status: 'not_found', reason });
		expect(await settle(operation, 'order 2', { realmId })).toMatchObject({
			status: 'pending',
			idempotencyKey: key,
		});
	},
);
