import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

import { setClock } from '../../harness/clock';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { WatchedPoll } from '../watchedPoll';

const MINUTE = 60_000;

/** The clock of the web server is five minutes ahead of the times in its records. */
const dateAhead = (message: unknown) => {
	const date = new Date(Date.now() + 5 * MINUTE).toUTCString();
	(message as { response: ServerResponse }).response.setHeader('date', date);
};

const service = useService();
withoutPauses();
beforeAll(() => subscribe('http.server.request.start', dateAhead));
afterAll(() => unsubscribe('http.server.request.start', dateAhead));
beforeEach(() => processedValues.clear());
afterEach(() => jest.useRealTimers());

it.each(['store.purchase.completed', 'store.purchase.finalized'] as const)(
	'known defect 3.8: each %s of the first five minutes is lost',
	async (event) => {
		const published = Date.now();
		const watched = await WatchedPoll.from(service, event, 2);
		for (const minutes of [1, 3, 6]) {
			setClock(published + minutes * MINUTE);
			watched.happenings.happen(1);
			await watched.node.poll();
		}
		await watched.node.poll();
		expect(watched.expected).toHaveLength(3);
		// Right: all three.
		expect(watched.emitted).toEqual(watched.expected.slice(2));
		expect(watched.node.warnings).toEqual([]);
	},
);

it('known defect 3.8: a purchase that becomes visible a minute late is lost at any time', async () => {
	const published = Date.now();
	const watched = await WatchedPoll.from(service, 'store.purchase.completed', 2);
	const { purchases } = service.state.realms.get(service.realmId)!;
	setClock(published + 10 * MINUTE);
	watched.happenings.happen(1);
	const late = purchases.get(watched.expected[0]!)!;
	purchases.delete(late.id);
	setClock(published + 10.5 * MINUTE);
	watched.happenings.happen(1);
	await watched.node.poll();
	purchases.set(late.id, late);
	setClock(published + 11 * MINUTE);
	for (let poll = 0; poll < 2; poll++) await watched.node.poll();
	// Right: both, because a poll looks two minutes back from the newest record.
	expect([late.id, ...watched.emitted]).toEqual(watched.expected);
});
