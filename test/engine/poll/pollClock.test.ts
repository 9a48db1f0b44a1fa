import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

import { setClock } from '../../harness/clock';
import { PollNode } from '../pollNode';
import { at, buy, emittedIds, hide, realmOf } from '../polledRecords';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { WatchedPoll } from './watchedPoll';

const MINUTE = 60_000;

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());
afterEach(() => void jest.useRealTimers());

it.each([
	['ahead of', 3],
	['behind', -3],
])(
	'a trigger that starts while the clock of n8n is %s that of the service finds what is made from then on',
	async (_what, hours) => {
		buy(service, at(-3_600));
		const node = new PollNode({ events: ['store.purchase.completed'] }, service.credential());
		setClock(Date.now() + hours * 3_600_000);
		await node.activate();
		await node.poll();
		jest.useRealTimers();
		expect(node.events).toEqual([]);
		const made = buy(service);
		await node.poll();
		await node.poll();
		expect(emittedIds(node, 'purchase')).toEqual([made]);
	},
);

describe('while the clock of the web server is five minutes ahead of the times in its records', () => {
	const dateAhead = (message: unknown) => {
		const date = new Date(Date.now() + 5 * MINUTE).toUTCString();
		(message as { response: ServerResponse }).response.setHeader('date', date);
	};
	beforeAll(() => subscribe('http.server.request.start', dateAhead));
	afterAll(() => unsubscribe('http.server.request.start', dateAhead));

	it.each(['store.purchase.completed', 'store.purchase.finalized', 'member.joined'] as const)(
		'each %s of the first five minutes is emitted',
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
			expect([watched.emitted, watched.node.warnings]).toEqual([watched.expected, []]);
		},
	);

	it('a purchase that becomes visible a minute late is emitted', async () => {
		const published = Date.now();
		const watched = await WatchedPoll.from(service, 'store.purchase.completed', 2);
		setClock(published + 10 * MINUTE);
		watched.happenings.happen(1);
		const [late] = watched.expected;
		const show = hide(realmOf(service).purchases, late!);
		setClock(published + 10.5 * MINUTE);
		watched.happenings.happen(1);
		await watched.node.poll();
		show();
		setClock(published + 11 * MINUTE);
		for (let poll = 0; poll < 2; poll++) await watched.node.poll();
		expect(watched.emitted).toEqual([...watched.expected].reverse());
	});
});
