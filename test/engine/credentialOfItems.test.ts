import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { OneCredential } from '../harness/engine/credentials';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { useService, withoutPauses } from './sandbox';

const service = useService();
withoutPauses();

const pay = async (
	credential: ICredentialDataDecryptedObject,
	input: IDataObject[],
	onError?: 'continueErrorOutput',
	changes: INodeParameters = {},
) =>
	await runNode({
		credential: { ...service.credential(), ...credential },
		parameters: {
			resource: 'member',
			operation: 'transferBalance',
			serviceId: byId(service.ids.members.bonusPool),
			recipientId: byId(service.ids.members.ada),
			currencyId: byId(service.ids.currencies.stars),
			amount: 1,
			...changes,
		},
		input,
		onError,
	});
const ownRealm = () => service.credential().realmId as string;
const applied = () => service.requests.filter(({ acted }) => acted).length;
const items = (...realms: string[]) => realms.map((realm) => ({ realm }));

it('pays nothing where the credential gives the last item another realm', async () => {
	const input = items(ownRealm(), ownRealm(), 'another');
	const { error } = await pay({ realmId: '={{ $json.realm }}' }, input);
	expect(error?.message).toBe('Not sent: the credential has different values for item 2 and item 0');
	expect(service.requests).toEqual([]);
});

it('reports the same of every item where the run goes on after errors', async () => {
	const { errorItems: failed } = await pay(
		{ realmId: '={{ $json.realm }}' },
		items('a', 'b'),
		'continueErrorOutput',
	);
	expect(failed).toHaveLength(2);
	expect(service.requests).toEqual([]);
});

it.each([
	['an expression that gives every item the same', '={{ $json.realm }}'],
	['an expression that names more than the item', '={{ $workflow.id && $json.realm }}'],
])('pays every item by %s', async (_what, realmId) => {
	const own = ownRealm();
	const { items: paid } = await pay({ realmId }, items(own, own, own));
	expect(paid).toHaveLength(3);
	expect(applied()).toBe(3);
});

it('takes the realm of a single item', async () => {
	await pay({ realmId: '={{ $json.realm }}' }, items(ownRealm()));
	expect(applied()).toBe(1);
});

it('sends nothing where an expression of the credential fails for the last item', async () => {
	const { errorItems: failed } = await pay(
		{ realmId: '={{ $json.realm.id.trim() }}' },
		[{ realm: { id: ownRealm() } }, {}],
		'continueErrorOutput',
	);
	expect(failed.map(({ json }) => (json.details as IDataObject).outcome)).toEqual([
		'notApplied',
		'notApplied',
	]);
	expect(service.requests).toEqual([]);
});

describe('a credential that may differ for each item', () => {
	const whatever = [
		'{{ $json.realm }}',
		'{{$json["realm"]}}',
		"{{ $('Start').item.json.realm }}",
		'{{ $input.item.json.realm }}',
		'{{ $itemIndex === 2 ? "another" : $input.first().json.realm }}',
		'{{ $input.all()[$itemIndex].json.realm }}',
		'{{ [$json].map((one) => one.realm)[0] }}',
		'{{ $vars.none ?? $json.realm }}',
	];

	it.each(whatever)('is refused for any expression about the item: %s', async (code) => {
		const { error } = await pay({ realmId: `=${code}` }, items(ownRealm(), ownRealm(), 'another'));
		expect(error?.message).toContain('Not sent: the credential has different values for item 2 and item 0');
		expect(service.requests).toEqual([]);
	});

	it.each(['baseUrl', 'apiKey', 'appUrl', 'clientId'])('is refused, in the field %s too', async (field) => {
		const { error } = await pay(
			{ [field]: `={{ $json.realm }}` },
			items('https://a.example', 'https://b.example'),
		);
		expect(error?.message).toContain('Not sent: the credential has different values for item 1 and item 0');
		expect(service.requests).toEqual([]);
	});
});

describe('reads of the credential', () => {
	const countOf = async (
		credential: ICredentialDataDecryptedObject,
		count: number,
		changes?: INodeParameters,
	) => {
		const spy = jest.spyOn(OneCredential.prototype, 'getDecrypted');
		await pay(credential, Array<IDataObject>(count).fill({ realm: ownRealm() }), undefined, changes);
		const { length } = spy.mock.calls;
		spy.mockRestore();
		return length;
	};

	it('do not grow with the items', async () => {
		expect(await countOf({}, 1)).toBe(1);
		expect(await countOf({}, 40)).toBe(2);
		expect(await countOf({ realmId: '={{ $json.realm }}' }, 40)).toBe(2);
	});

	it.each<[string, () => INodeParameters]>([
		['reads', () => ({ resource: 'realm', operation: 'get' })],
		['lists', () => ({ resource: 'currency', operation: 'getMany', limit: 1 })],
		['searches', () => ({ resource: 'member', operation: 'search', type: 'username', values: 'ada' })],
		[
			'payments in bulk',
			() => ({
				operation: 'updateBalances',
				serviceId: byId(service.ids.members.ada),
				currencyId: byId(service.ids.currencies.stars),
			}),
		],
		['dry runs', () => ({ options: { dryRun: true } })],
	])('are two for a thousand items: %s', async (_what, changes) => {
		expect(await countOf({}, 1000, changes())).toBe(2);
	});
});
