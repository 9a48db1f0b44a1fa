import type { INodeParameters } from 'n8n-workflow';

import { atOneTime } from '../harness/clock';
import { byId } from '../harness/workflows/byId';
import { countCalls, judge, medianCalls } from './functionCalls';
import { useService } from './sandbox';
import { TriggerNode } from './triggerNode';

/** Prints how many functions of `nodes/` a delivery calls, in how many files. Lower the limits with the counts. */
const LIMITS = {
	run: { calls: 120, files: 15 },
	filtered: { calls: 256, files: 23 },
	ignored: { calls: 46, files: 11 },
	forged: { calls: 51, files: 10 },
};

/** Of how many deliveries the median counts are taken. One more is delivered before. */
const TIMES = 5;

const service = useService();
countCalls();
let trigger: TriggerNode;
let number = 0;

afterEach(async () => {
	await trigger.close();
	expect([trigger.thrown, trigger.failures]).toEqual([[], []]);
});

/** The calls of a delivery: of its webhook, and of the first step of its execution. */
async function callsOf({ parameters = {}, type = 'quest.completed', secret = '' }: Delivered = {}) {
	trigger = new TriggerNode({ events: ['quest.completed'], ...parameters }, service.credential());
	await trigger.listen();
	await trigger.publish();
	return await medianCalls(TIMES, async () => {
		const timestamp = new Date().toISOString();
		const data = { quest: { id: 'quest' }, member: { id: 'member' }, number: ++number };
		const body = JSON.stringify({ type, timestamp, realmId: service.realmId, data });
		await trigger.post(body, { 'x-service-signature': trigger.sign(body, secret || trigger.secret) });
	});
}

interface Delivered {
	parameters?: INodeParameters;
	type?: string;
	secret?: string;
}

// Some waits depend on the clock.
const atRest = (work: () => Promise<void>) => async () => await atOneTime(work);

it(
	'an event runs',
	atRest(async () => {
		judge('A delivery', await callsOf(), LIMITS.run);
		expect(trigger.runs).toHaveLength(TIMES + 1);
	}),
);

it(
	'an event passes filters and a maximum age, and is answered when its workflow has finished',
	atRest(async () => {
		const filters = { questId: byId('quest'), memberId: byId('member') };
		const parameters = { filters, options: { maximumAge: 60, respond: 'whenFinished' } };
		judge('A delivery with filters', await callsOf({ parameters }), LIMITS.filtered);
		expect(trigger.runs).toHaveLength(TIMES + 1);
	}),
);

it(
	'an event of another type is ignored',
	atRest(async () => {
		judge('An ignored delivery', await callsOf({ type: 'member.joined' }), LIMITS.ignored);
		expect(trigger.runs).toEqual([]);
	}),
);

it(
	'a forged event is refused',
	atRest(async () => {
		judge('A forged delivery', await callsOf({ secret: 'a forger' }), LIMITS.forged);
		expect(trigger.runs).toEqual([]);
	}),
);
