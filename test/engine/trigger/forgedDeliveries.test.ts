import fs from 'node:fs';

import { TriggerNode } from '../triggerNode';
import { useService } from '../sandbox';
import { flood } from '../../harness/deliveries/forgeries';
import { memoryInUse } from '../../harness/process/memory-in-use.cjs';

/** test/reliability/forgedEngine.ts sets these to run this file with many more deliveries. */
const { REWARDS_ENGAGEMENT_FORGED, REWARDS_ENGAGEMENT_RESULT } = process.env;
const COUNT = Number(REWARDS_ENGAGEMENT_FORGED ?? 300);
const LANES = 16;
/** Mebibytes that may stay in use. Leaked bodies alone would be three times as much. */
const MEMORY_SLACK = 1 + COUNT * 0.002;

const service = useService();

test('the trigger inside the engine runs nothing for forged or malformed deliveries', async () => {
	const trigger = new TriggerNode({ events: ['quest.completed'] }, service.credential());
	await trigger.listen();
	await trigger.publish();
	const target = { urls: [trigger.url], secret: trigger.secret, realmId: service.realmId };

	const warm = await flood(target, { from: 0, to: Math.floor(COUNT / 5), lanes: LANES });
	const before = await memoryInUse();
	const startedAt = Date.now();
	const result = await flood(target, { from: Math.floor(COUNT / 5), to: COUNT, lanes: LANES });
	const after = await memoryInUse();
	const seconds = (Date.now() - startedAt) / 1000;
	await trigger.close();

	if (REWARDS_ENGAGEMENT_RESULT !== undefined) {
		const statuses = [...warm.statuses, ...result.statuses];
		fs.writeFileSync(REWARDS_ENGAGEMENT_RESULT, JSON.stringify({ statuses, before, after, seconds }));
	}
	expect(trigger.runs).toEqual([]);
	expect(trigger.thrown).toEqual([]);
	expect([...warm.accepted, ...result.accepted]).toEqual([]);
	expect(warm.hung + result.hung).toBe(0);
	expect(after - before).toBeLessThan(MEMORY_SLACK);
}, 900_000);
