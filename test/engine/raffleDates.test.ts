import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import { useService } from './sandbox';

const service = useService();

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
