import type { IDataObject } from 'n8n-workflow';

import { runNode } from './engine';
import { PollNode } from './pollNode';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

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
