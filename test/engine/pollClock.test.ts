import { setClock } from '../harness/clock';
import { PollNode } from './pollNode';
import { at, buy, emittedIds } from './polledRecords';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

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
