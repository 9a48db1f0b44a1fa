import fs from 'node:fs';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { INTERFACE } from '../../fixtures/generate/workflows';
import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { useReceiver } from '../receiver';

const ID = '1a'.repeat(12);

const receiver = useReceiver(() => ({ status: 204 }));

const run = async (parameters: INodeParameters, input?: IDataObject[]) =>
	await runNode({
		credential: receiver.credential(),
		parameters,
		input,
		onError: 'continueErrorOutput',
	});

/** The requests that were sent for these parameters. The headers do not matter. */
async function requestsOf(parameters: INodeParameters, input?: IDataObject[]) {
	receiver.received.length = 0;
	await run(parameters, input);
	return receiver.received.map(
		({ method, path, body }) => [method, path, JSON.parse(body.toString()) as IDataObject] as const,
	);
}

const rows = (...keyvalue: INodeParameters[]): INodeParameters => ({ metadataFields: { keyvalue } });

/** The metadata that these rows send. */
async function sentFor(metadata: INodeParameters, input?: IDataObject[]): Promise<unknown> {
	const [request] = await requestsOf(update(metadata), input);
	return request?.[2].metadata;
}

/** The message for an item that sends nothing. */
async function refusalFor(parameters: INodeParameters, input?: IDataObject[]): Promise<unknown> {
	const { errorItems } = await run(parameters, input);
	expect(receiver.received).toEqual([]);
	expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'notApplied' });
	return errorItems[0]?.json.error;
}

const update = (metadata: INodeParameters): INodeParameters => ({
	resource: 'member',
	operation: 'updateMetadata',
	serviceId: byId(ID),
	...metadata,
});

type Place = 'top' | 'additionalFields' | 'updateFields';

const identity = { type: 'custom', value: 'c-1', source: 'shop' };
const operations: Array<[string, Place, INodeParameters]> = [
	['member.updateMetadata', 'top', { serviceId: byId(ID) }],
	['currency.create', 'additionalFields', { name: 'Stars' }],
	['currency.update', 'updateFields', { currencyId: byId(ID) }],
	['currency.updateMetadata', 'top', { currencyId: byId(ID) }],
	['storeItem.create', 'additionalFields', { name: 'Mug', price: 5 }],
	['storeItem.purchase', 'additionalFields', { itemId: byId(ID), quantity: 1 }],
	['storeItem.update', 'updateFields', { itemId: byId(ID) }],
	['purchase.finalize', 'top', { purchaseId: byId(ID) }],
	['raffle.buyTickets', 'additionalFields', { raffleId: byId(ID), tickets: 1 }],
	[
		'raffle.create',
		'additionalFields',
		{ name: 'Spring', ticketPrice: 1, endDate: '2031-03-31T18:00:00.000Z' },
	],
	['raffle.update', 'updateFields', { raffleId: byId(ID) }],
	['memberCredential.createSocial', 'additionalFields', { provider: 'shop', providerId: 'c-1' }],
	[
		'memberCredential.createWallet',
		'additionalFields',
		{ address: '0x52908400098527886E0F7030069857D2E4169EE7' },
	],
	['memberCredential.updateMetadata', 'top', identity],
];

it('every operation with metadata is tested here', () => {
	const { nodes } = JSON.parse(fs.readFileSync(INTERFACE, 'utf8')) as {
		nodes: { rewardsEngagement: Record<string, object> };
	};
	const having = Object.entries(nodes.rewardsEngagement).filter(([, parameters]) =>
		JSON.stringify(parameters).includes('"metadata":'),
	);
	expect(having.map(([name]) => name).sort()).toEqual(operations.map(([name]) => name).sort());
});

it.each(operations)('%s sends for rows what it sends for JSON', async (key, place, parameters) => {
	const [resource = '', operation = ''] = key.split('.');
	const withMetadata = (metadata: INodeParameters): INodeParameters => ({
		resource,
		operation,
		...parameters,
		...(place === 'top' ? metadata : { [place]: metadata }),
	});
	const byRows = withMetadata(
		rows({ name: 'tier', value: '={{ $json.tier }}' }, { name: 'zip', value: '007' }),
	);
	const byJson = withMetadata({ metadata: '{ "tier": 2, "zip": "007" }' });
	const sent = await requestsOf(byRows, [{ tier: 2 }]);
	expect(sent).toHaveLength(1);
	expect(sent[0]?.[2]).toMatchObject({ metadata: { tier: 2, zip: '007' } });
	expect(sent).toEqual(await requestsOf(byJson));
});

describe('a value', () => {
	it.each(['007', '5', '5.0', 'true', 'null', '{"a":1}', ' spaced ', ''])('is the text %j', async (value) => {
		expect(await sentFor(rows({ name: 'a', value }))).toEqual({ a: value });
	});

	it.each([5, 0, -2.5, true, false, '007', [1, 'b'], { deep: { list: [null] } }])(
		'keeps its type in an expression: %j',
		async (given) => {
			const sent = await sentFor(rows({ name: 'a', value: '={{ $json.given }}' }), [{ given }]);
			expect(sent).toEqual({ a: given });
		},
	);

	it('is the text of a date, and text with expressions in it', async () => {
		const value = '={{ DateTime.fromISO("2031-03-31T18:00:00.000Z", { zone: "utc" }) }}';
		expect(await sentFor(rows({ name: 'a', value }))).toEqual({ a: '2031-03-31T18:00:00.000Z' });
		const text = rows({ name: 'a', value: '=No. {{ $json.number }}{{ $json.end }}' });
		expect(await sentFor(text, [{ number: 7, end: '' }])).toEqual({ a: 'No. 7' });
	});

	it('that n8n left out because it is empty is an empty text', async () => {
		expect(await sentFor(rows({ name: 'a' }))).toEqual({ a: '' });
	});

	it.each([
		['={{ $json.nope }}', '{{ $json.nope }}'],
		['=No. {{ $json.nope }}', '{{ $json.nope }}'],
		['={{ null }}', '{{ null }}'],
	])('is never missing: %s', async (value, code) => {
		expect(await refusalFor(update(rows({ name: 'a', value: 'x' }, { name: 'b', value })))).toBe(
			`"Metadata" contains an expression that returned no value for this item: ${code}`,
		);
	});

	it('is no number that may have lost digits', async () => {
		const parameters = update(rows({ name: 'a', value: '={{ $json.id }}' }));
		expect(await refusalFor(parameters, [{ id: 2 ** 53 }])).toBe(
			'"Metadata" contains a number that may have lost digits for this item: {{ $json.id }}',
		);
	});
});

describe('a name', () => {
	it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'keyvalue', 'a.b'])(
		'may be %s, and sends what JSON sends',
		async (name) => {
			await run(update(rows({ name, value: 'x' }, { name: 'b', value: 'y' })));
			await run(update({ metadata: `{"${name}":"x","b":"y"}` }));
			const [first, second] = receiver.received.map(({ body }) => body.toString());
			expect(first).toBe(`{"metadata":{"${name}":"x","b":"y"}}`);
			expect(second).toBe(first);
			expect({}).not.toHaveProperty('b');
		},
	);

	it('may come from an expression, also as a number', async () => {
		const metadata = rows({ name: '={{ $json.name }}', value: 'x' });
		expect(await sentFor(metadata, [{ name: ' year ' }])).toEqual({ year: 'x' });
		expect(await sentFor(metadata, [{ name: 2031 }])).toEqual({ 2031: 'x' });
	});

	it.each([{ value: 'x' }, { name: '', value: 'x' }, { name: ' ', value: 'x' }])(
		'is needed: %j',
		async (row) => {
			const parameters = update(rows({ name: 'a', value: 'x' }, row));
			expect(await refusalFor(parameters)).toBe('"Metadata" contains a row without a name');
		},
	);

	it.each([true, { a: 1 }, []])('is text or a number, and not %j', async (name) => {
		const parameters = update(rows({ name: '={{ $json.name }}', value: 'x' }));
		expect(await refusalFor(parameters, [{ name }])).toMatch(
			/^"Metadata" (contains a row whose name must be text|contains an expression that returned no value for this item: \{\{ \$json\.name \}\})$/,
		);
	});

	it.each(['', null, 'null', { a: 1 }])('has no part without text, such as %j', async (end) => {
		const parameters = update(rows({ name: '=city-{{ $json.end }}', value: 'x' }));
		expect(await refusalFor(parameters, [{ end }])).toBe(
			'"Metadata" contains an expression that returned no value for this item: {{ $json.end }}',
		);
	});

	it.each([
		['a', 'a'],
		['a', ' a '],
		['a', '={{ "a" }}'],
		['__proto__', '__proto__'],
		['toString', 'toString'],
	])('%s occurs once: %j', async (name, again) => {
		const parameters = update(rows({ name, value: 'x' }, { name: again, value: 'x' }));
		expect(await refusalFor(parameters)).toBe(`"Metadata" contains two rows with the name "${name}"`);
	});
});

describe('rows beside JSON', () => {
	it('are sent together', async () => {
		const both = { ...rows({ name: 'b', value: '2' }), metadata: '{ "a": 1, "__proto__": 3 }' };
		await run(update(both));
		expect(receiver.received[0]?.body.toString()).toBe('{"metadata":{"a":1,"__proto__":3,"b":"2"}}');
	});

	it.each(['a', '__proto__', 'toString'])('never replace a value of the JSON: %s', async (name) => {
		const both = { ...rows({ name, value: 'x' }), metadata: `{ "${name}": "x" }` };
		expect(await refusalFor(update(both))).toBe(
			`"Metadata" and "Metadata (JSON)" both have the name "${name}"`,
		);
	});
});

describe('without a row', () => {
	const none: INodeParameters[] = [{}, { metadataFields: {} }, { metadataFields: { keyvalue: [] } }];

	it.each(none)('the JSON is sent: %j', async (metadata) => {
		expect(await sentFor({ ...metadata, metadata: '{ "a": 1 }' })).toEqual({ a: 1 });
	});

	it('the empty JSON object is sent too', async () => {
		expect(await sentFor({ metadata: '{}' })).toEqual({});
	});

	it.each(none)('a purchase is finalized with no metadata: %j', async (metadata) => {
		const finalize = { resource: 'purchase', operation: 'finalize', purchaseId: byId(ID) };
		expect((await requestsOf({ ...finalize, ...metadata }))[0]?.[2]).toEqual({ metadata: {} });
	});

	it('an update changes nothing, so nothing is sent', async () => {
		const change = { resource: 'raffle', operation: 'update', raffleId: byId(ID) };
		const updateFields = { metadataFields: { keyvalue: [] } };
		expect(await refusalFor({ ...change, updateFields })).toBe('There is nothing to update');
		const sent = await requestsOf({ ...change, updateFields: { ...updateFields, name: 'Spring' } });
		expect(sent[0]?.[2]).toEqual({ name: 'Spring' });
	});

	it('and without JSON, an update of metadata is refused, by n8n if it can tell', async () => {
		await expect(run(update({ metadata: '' }))).rejects.toThrow('Parameter "Metadata (JSON)" is required');
		expect(await refusalFor(update({ metadata: ' ' }))).toBe('"Metadata" is empty');
	});
});

it('the item shows what was set if the service returns nothing', async () => {
	const { items } = await run(update(rows({ name: 'tier', value: 'gold' })));
	expect(items[0]?.json).toEqual({ success: true, serviceId: ID, metadata: { tier: 'gold' } });
});
