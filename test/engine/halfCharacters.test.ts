import type { IDataObject } from 'n8n-workflow';

import type { ItemValues } from '../fixtures/itemValues';
import { namedOperations } from '../fixtures/operations';
import { scenarios } from '../fixtures/scenarios';
import { expressions } from './conformance/runProblems';
import { runNode } from './engine';
import { startHttpServer, type HttpServer } from './httpServer';
import { award } from './payouts';
import { useService } from './sandbox';

/** Half an emoji, as `{{ $json.name.slice(0, 8) }}` leaves it. A URL would contain U+FFFD instead. */
const CUT = 'customer\ud83d';

const service = useService();
let server: HttpServer;
beforeAll(async () => {
	server = await startHttpServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end('{"id":"x","data":[{"id":"x"}],"success":true,"accountId":"x","status":"FAILED"}');
	});
});
afterAll(async () => await server.stop());

const run = async (parameters: IDataObject, item: IDataObject) =>
	await runNode({
		credential: { ...service.credential({ appUrl: server.url }), baseUrl: server.url },
		parameters: parameters as never,
		input: [{ item }],
	});

/** The item with one of its texts cut. */
function* withCutText(item: ItemValues): Generator<IDataObject> {
	const values = item as IDataObject;
	for (const [name, value] of Object.entries(values)) {
		if (typeof value === 'string') yield { ...values, [name]: CUT };
		if (!/Fields$/.test(name)) continue;
		for (const [field, held] of Object.entries(value as IDataObject)) {
			if (typeof held === 'string') yield { ...values, [name]: { ...(value as IDataObject), [field]: CUT } };
		}
	}
}

it.each(namedOperations)(
	'%s sends no other text in its address than the one it was given',
	async (name, operation) => {
		const [item] = scenarios[name]!(service);
		const { resource } = operation;
		const before = server.requests.length;
		const parameters = { resource, operation: operation.name, ...expressions(operation, item!) };
		for (const cut of withCutText(item!)) {
			await server.move();
			await run(parameters, cut);
		}
		expect(server.requests.slice(before).filter((line) => /%EF%BF%BD/i.test(line))).toEqual([]);
	},
);

it('an award to half a name is refused, by the name of its field', async () => {
	const sent = server.requests.length;
	const { error } = await run(
		{
			resource: 'memberCredential',
			operation: 'updateBalance',
			type: 'custom',
			value: '={{ $json.item.value }}',
			source: 'shop',
			realmPointId: 'c00000000000000000000001',
			amount: 5,
		},
		{ value: CUT },
	);
	expect(error?.message).toBe('"Value" contains an incomplete character');
	expect(error?.description).toContain('Nothing was sent.');
	expect(server.requests).toHaveLength(sent);
});

it('an award under a key that was cut inside an emoji is refused, whichever emoji it was', async () => {
	const paid = service.control.ledger().entries.length;
	for (const name of ['Ann 🎉', 'Ann 😀']) {
		const { items, errorItems } = await runNode({
			credential: service.credential(),
			parameters: award(service, {
				repeatProtection: 'key',
				idempotencyKey: '={{ $json.name.slice(0, 5) }}',
			}),
			input: [{ to: service.ids.members.ada, name }],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		expect(errorItems.map(({ json }) => [json.error, json.details])).toEqual([
			['The key has half a character', expect.objectContaining({ outcome: 'notApplied' })],
		]);
	}
	expect(service.requests).toEqual([]);
	expect(service.control.ledger().entries).toHaveLength(paid);
});
