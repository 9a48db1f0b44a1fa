import { useSteadyClock } from '../harness/clock';
import { countCalls, judge, medianCalls } from './functionCalls';
import { PollNode } from './pollNode';
import { emittedIds, join } from './polledRecords';
import { processedValues } from './processedValues';
import { useService, withoutPauses } from './sandbox';

/** A little above the counts when they were last measured. Lower them when the way becomes shorter. */
const LIMIT = { calls: 360, files: 40 };

useSteadyClock();
const service = useService();
withoutPauses();
countCalls();

it('a poll finds one member', async () => {
	processedValues.clear();
	const node = new PollNode({ events: ['member.joined'] }, service.credential());
	await node.activate();
	const joined: string[] = [];
	const calls = await medianCalls(5, async () => {
		joined.push(join(service));
		await node.poll();
	});
	expect(emittedIds(node, 'member')).toEqual(joined);
	judge('A poll that finds one member', calls, LIMIT);
});
