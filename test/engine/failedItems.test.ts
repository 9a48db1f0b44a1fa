import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { resources } from '../../nodes/RewardsEngagement/resources/index';
import type { RemoteOperation } from '../../nodes/RewardsEngagement/declare/registry';
import { byId } from '../harness/workflows/byId';
import { until } from '../harness/process/wait';
import { runNode } from './engine';
import { processedValues, store } from './processedValues';
import { useService, withoutPauses } from './sandbox';
import { watchedNode } from './watched';

const service = useService();
withoutPauses();

type Perform = NonNullable<RemoteOperation['perform']>;
type Client = Parameters<Perform>[0]['client'];

/** The declarations of the transfer. Tests plant a defect in it. */
const place = { resource: 'member', name: 'transferBalance' };
const declared = [resources.member.operations.transferBalance, registry.find(place)] as Array<{
	perform?: Perform;
}>;
const plant = (perform: Perform | undefined) => declared.forEach((one) => (one.perform = perform));

beforeEach(() => processedValues.clear());
afterEach(() => {
	plant(undefined);
	store.failure = undefined;
});

const transfer = (changes: INodeParameters = {}): INodeParameters => ({
	resource: place.resource,
	operation: place.name,
	serviceId: byId(service.ids.members.bonusPool),
	recipientId: byId(service.ids.members.ada),
	currencyId: byId(''),
	amount: 5,
	...changes,
});
/** Runs a transfer that fails. Returns what its item says. */
async function failing(perform?: Perform, changes: INodeParameters = {}): Promise<IDataObject> {
	plant(perform);
	const { items, errorItems } = await runNode({
		credential: service.credential(),
		parameters: transfer(changes),
		onError: 'continueErrorOutput',
	});
	expect(items).toEqual([]);
	const { error, details } = errorItems[0]!.json as { error: string; details: IDataObject };
	return { error, ...details };
}
const paid = () => service.requests.filter(({ acted }) => acted).length;

const requestOf = (resource: string, name: string, values: IDataObject) =>
	(registry.find({ resource, name }) as RemoteOperation).request(values);
const readRealm = async (client: Client) =>
	await client.send(requestOf('realm', 'get', { realmId: service.realmId }));
/** Throws what the node throws for a wrong parameter. */
const refuse = () => requestOf('request', 'send', { method: 'GET', path: '/a', body: '1' });
const fail = (operation: string, status: number) =>
	service.control.addFault({ operation, kind: 'status', status });

const NOTHING_SENT = expect.stringMatching(/Nothing was sent\.$/) as string;

const thrown: Array<[string, () => void]> = [
	['an error of the code', () => void (undefined as unknown as { x: { y: number } }).x.y],
	['a wrong parameter', () => void refuse()],
];

describe.each(thrown)('%s', (_what, fault) => {
	it('before anything is sent is not applied, and says that nothing was sent', async () => {
		const details = await failing(async () => {
			await Promise.resolve();
			fault();
			return [];
		});
		expect(details).toMatchObject({ outcome: 'notApplied', advice: NOTHING_SENT });
		expect(service.requests).toEqual([]);
	});

	it('after a read is not applied', async () => {
		const details = await failing(async ({ client }) => {
			await readRealm(client);
			fault();
			return [];
		});
		expect(details.outcome).toBe('notApplied');
		expect(details.advice).not.toEqual(NOTHING_SENT);
	});

	it('after a payment is unknown, and its key stays open', async () => {
		const pay: Perform = async ({ client, request }) => {
			await client.send(request);
			fault();
			return [];
		};
		const keyed = { repeatProtection: 'key', idempotencyKey: 'order 1' };
		expect(await failing(pay, keyed)).toMatchObject({
			error: expect.stringMatching(/^Outcome unknown: /) as string,
			outcome: 'unknown',
			advice: expect.stringMatching(/^The service may or may not have processed this request/) as string,
			idempotencyKey: expect.stringMatching(/^order 1@/) as string,
		});
		expect(await failing(undefined, keyed)).toMatchObject({ outcome: 'unknown' });
		expect(paid()).toBe(1);
	});

	it('after a refused payment is unknown, because only the refusal itself would say more', async () => {
		fail('member.transferBalance', 422);
		const details = await failing(async ({ client, request }) => {
			await client.send(request).catch(fault);
			return [];
		});
		expect(details.outcome).toBe('unknown');
	});
});

describe('a request that fails', () => {
	it('as the only one is not applied where the service refuses it', async () => {
		fail('member.transferBalance', 422);
		expect(await failing()).toMatchObject({ outcome: 'notApplied', status: 422 });
	});

	it.each<[string, string, (client: Client, payment: Parameters<Client['send']>[0]) => Promise<unknown>]>([
		['a read', 'realm.get', async (client) => await readRealm(client)],
		['a second payment', 'member.transferBalance', async (client, payment) => await client.send(payment)],
	])('after a payment leaves the item unknown, although the service refuses it: %s', async (...args) => {
		const [, operation, send] = args;
		const details = await failing(async ({ client, request }) => {
			await client.send(request);
			fail(operation, 422);
			await send(client, request);
			return [];
		});
		expect(details).toMatchObject({ outcome: 'unknown', status: 422 });
		expect(paid()).toBe(1);
	});

	it('leaves the next item alone, whose payment is refused', async () => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'drop', when: 'after', times: 1 });
		service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 422 });
		const { errorItems } = await runNode({
			credential: service.credential(),
			parameters: transfer({ options: { retries: 0 } }),
			input: [{}, {}],
			onError: 'continueErrorOutput',
		});
		const outcomes = errorItems.map(({ json }) => (json.details as IDataObject).outcome);
		expect(outcomes).toEqual(['unknown', 'notApplied']);
	});
});

describe("a failure of n8n's store", () => {
	const keyed = { repeatProtection: 'key', idempotencyKey: 'order 1' };

	it('before the payment is not applied, and the next run pays', async () => {
		store.failure = new Error('database is locked');
		expect(await failing(undefined, keyed)).toMatchObject({ outcome: 'notApplied' });
		expect(service.requests).toEqual([]);
		store.failure = undefined;
		const { items } = await runNode({ credential: service.credential(), parameters: transfer(keyed) });
		expect([items.length, paid()]).toEqual([1, 1]);
	});

	it('after the payment fails no item, and the next run pays nothing', async () => {
		plant(async ({ client, request }) => {
			const { body } = await client.send(request);
			store.failure = new Error('database is locked');
			return [{ json: body as IDataObject }];
		});
		const { items } = await runNode({ credential: service.credential(), parameters: transfer(keyed) });
		expect(items).toHaveLength(1);
		store.failure = undefined;
		expect(await failing(undefined, keyed)).toMatchObject({ outcome: 'unknown' });
		expect(paid()).toBe(1);
	});
});

it('a cancel while a payment is under way leaves its key open', async () => {
	const keyed = { repeatProtection: 'key', idempotencyKey: 'order 1' };
	service.control.addFault({ operation: 'member.transferBalance', kind: 'delay', delay: 300, times: 1 });
	const controller = new AbortController();
	const { nodeType, ended } = watchedNode();
	const running = runNode({
		credential: service.credential(),
		parameters: transfer(keyed),
		signal: controller.signal,
		nodeType,
	});
	await until('the payment', () => service.requests.length === 1);
	controller.abort();
	await Promise.all([running, ended]);
	expect(await failing(undefined, keyed)).toMatchObject({ outcome: 'unknown' });
	expect(paid()).toBeLessThanOrEqual(1);
});
