import type { IDataObject } from 'n8n-workflow';

import { jsonOf, startReceiver, type Receiver } from '../harness/http/receiver';
import { byId } from '../harness/workflows/byId';
import { runGraph } from './engine';
import { NODE, TRIGGER } from './nodeTypes';
import { processedValues } from './processedValues';

const MEMBER = '1a'.repeat(12);
const STARS = '3c'.repeat(12);
const GEMS = '4d'.repeat(12);

let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver((request) => {
		const { amount } = jsonOf<{ amount: number }>(request);
		const isRefused = amount === 403;
		return isRefused ? { status: amount } : { body: { id: 'x', serviceId: MEMBER, balance: amount } };
	});
});
afterAll(async () => await receiver.stop());
beforeEach(() => processedValues.clear());

/** The first hint after awards and deductions of an event. */
async function sumOf(input: IDataObject[]): Promise<string | undefined> {
	const { run } = await runGraph({
		credential: { baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) },
		input: input.map((item, index) => ({ eventId: `e${index}`, ...item })),
		mode: 'trigger',
		nodes: {
			Start: { type: TRIGGER },
			Node: {
				type: NODE,
				onError: 'continueErrorOutput',
				parameters: {
					resource: 'member',
					operation: 'updateBalance',
					serviceId: byId(MEMBER),
					currencyId: byId('={{ $json.currency }}'),
					amount: '={{ $json.amount }}',
				},
			},
		},
		connections: { Start: [['Node']] },
	});
	return run.data.resultData.runData.Node?.[0]?.hints?.[0]?.message;
}

it('of a run is that of each currency, by awards and by deductions', async () => {
	const sum = await sumOf([
		{ currency: STARS, amount: 5 },
		{ currency: STARS, amount: 1_000 },
		{ currency: GEMS, amount: 7 },
		{ currency: STARS, amount: -3 },
	]);
	expect(sum).toBe(
		`3 awarded, 1,005 of currency ${STARS} and 7 of currency ${GEMS} in total, 1 deducted, 3 of currency ${STARS} in total.`,
	);
});

it('leaves out what was refused, and counts it', async () => {
	const sum = await sumOf([
		{ currency: STARS, amount: 5 },
		{ currency: STARS, amount: 403 },
	]);
	expect(sum).toBe(`1 awarded, 5 of currency ${STARS} in total, 1 refused.`);
});

it('leaves out what another run did, and counts it', async () => {
	await sumOf([{ currency: STARS, amount: 5 }]);
	const sum = await sumOf([
		{ currency: STARS, amount: 5 },
		{ currency: STARS, amount: 6 },
	]);
	expect(sum).toBe(`1 awarded, 6 of currency ${STARS} in total, 1 skipped.`);
});
