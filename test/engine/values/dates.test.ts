import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
import { PollNode } from '../pollNode';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
const usualZone = process.env.TZ;
beforeEach(() => processedValues.clear());
afterEach(() => {
	if (usualZone === undefined) delete process.env.TZ;
	else process.env.TZ = usualZone;
});

/** Where the clocks are nine hours ahead of UTC, or behind it. */
const ZONES = ['Asia/Tokyo', 'America/Anchorage'];
const HOUR_MS = 3_600_000;

/** Forms without a zone, as some services write their UTC times. */
const FORMS: ReadonlyArray<(time: Date) => string> = [
	(time) => time.toISOString().slice(0, -1),
	(time) => time.toISOString().slice(0, 19).replace('T', ' '),
];
const CASES = ZONES.flatMap((zone) => FORMS.map((form) => [zone, form(new Date(0)), form] as const));

const answer = (operation: string, body: unknown) => {
	service.control.clearFaults();
	service.control.addFault({ operation, kind: 'status', status: 200, body });
};

describe.each(CASES)('in %s, a time such as %s of the service is in UTC:', (zone, _example, form) => {
	beforeEach(() => {
		process.env.TZ = zone;
	});

	it('an export expires at its time', async () => {
		const parameters = { resource: 'export', operation: 'waitForCompletion', jobId: 'x' };
		const wait = async (hours: number) => {
			const expiresAt = form(new Date(Date.now() + hours * HOUR_MS));
			answer('export.get', { jobId: 'x', status: 'completed', expiresAt });
			return await runNode({ credential: service.credential(), parameters });
		};
		expect(await wait(8)).toMatchObject({ items: [{ json: { jobId: 'x' } }], error: undefined });
		const { items, error } = await wait(-8);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^The export expired at /);
	});

	it('each purchase is polled once', async () => {
		const purchases: IDataObject[] = [];
		const poller = new PollNode({ events: ['store.purchase.completed'] }, service.credential());
		const buy = (id: string, hours = 0) => {
			purchases.unshift({ id, createdAt: form(new Date(Date.now() + hours * HOUR_MS)) });
			answer('purchase.getMany', { data: purchases });
		};
		buy('old', -1);
		await poller.activate();
		for (const id of ['first', 'second', 'third']) {
			buy(id);
			await poller.poll();
		}
		await poller.poll();
		const ids = poller.events.map(({ data }) => (data as { purchase: IDataObject }).purchase.id);
		expect(ids).toEqual(['first', 'second', 'third']);
		expect(poller.warnings).toEqual([]);
	});
});

const run = async (parameters: INodeParameters, timezone: string, item: IDataObject = {}) =>
	await runNode({
		credential: service.credential(),
		parameters: { resource: 'raffle', ...parameters },
		input: [item],
		timezone,
		onError: 'continueErrorOutput',
	});

const raffle = { operation: 'create', name: 'Lamp', type: 'DIGITAL', ticketPrice: 1 };

const sent = () => service.requests.map(({ body }) => body as { startDate?: string; endDate?: string });

it.each([
	["n8n's picker", '2031-03-31T18:00:00', '2031-03-31T16:00:00.000Z'],
	['a date', '2031-03-31', '2031-03-30T22:00:00.000Z'],
	['a time with its zone', '2031-03-31T18:00:00-05:00', '2031-03-31T23:00:00.000Z'],
	['a date of the item', '={{ $json.day }}', '2031-03-30T22:00:00.000Z'],
	['a Luxon DateTime', '={{ DateTime.fromISO($json.day).plus({ hours: 18 }) }}', '2031-03-31T16:00:00.000Z'],
	['a Date', '={{ new Date($json.seconds * 1000) }}', '2031-03-31T16:00:00.000Z'],
	['seconds since 1970', '={{ $json.seconds }}', '2031-03-31T16:00:00.000Z'],
	['milliseconds since 1970', '={{ $json.seconds * 1000 }}', '2031-03-31T16:00:00.000Z'],
])('%s is sent as the moment that it is in Berlin', async (_kind, endDate, moment) => {
	const item = { day: '2031-03-31', seconds: Date.parse('2031-03-31T16:00:00Z') / 1000 };
	const { items } = await run({ ...raffle, endDate }, 'Europe/Berlin', item);
	expect(items).toHaveLength(1);
	expect(sent()).toMatchObject([{ endDate: moment }]);
});

it('an update takes the same dates', async () => {
	const { items } = await run(
		{
			operation: 'update',
			raffleId: byId(service.ids.raffle),
			updateFields: { startDate: '2031-03-01', endDate: '2031-04-01 12:00' },
		},
		'Asia/Tokyo',
	);
	expect(items[0]?.json).toMatchObject({ endDate: '2031-04-01T03:00:00.000Z' });
	expect(sent()).toMatchObject([
		{ startDate: '2031-02-28T15:00:00.000Z', endDate: '2031-04-01T03:00:00.000Z' },
	]);
});

it.each(['soon', '2031-02-30', '={{ $json.none }}', '={{ new Date("x") }}'])(
	'%s is no date, and nothing is sent',
	async (endDate) => {
		const { errorItems } = await run({ ...raffle, endDate }, 'Europe/Berlin');
		expect(errorItems[0]?.json.error).toMatch(
			/^"End Date" (must be a date|is an expression that returned no value)/,
		);
		expect(service.requests).toEqual([]);
	},
);
