import type { IDataObject, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { useSteadyClock } from '../harness/clock';
import { byId } from '../harness/workflows/byId';
import { runGraph } from './engine';
import { LOOP, NEXT, NODE, START, TRIGGER } from './nodeTypes';
import { processedValues } from './processedValues';
import { useService } from './sandbox';

useSteadyClock();
const service = useService();
beforeEach(() => processedValues.clear());

async function hintsOf(
	parameters: INodeParameters,
	input: IDataObject[] = [{}],
	mode: WorkflowExecuteMode = 'trigger',
): Promise<string[]> {
	const { run } = await runGraph({
		credential: service.credential(),
		input,
		mode,
		nodes: {
			Start: { type: START },
			Node: { type: NODE, onError: 'continueRegularOutput', parameters },
		},
		connections: { Start: [['Node']] },
	});
	return (run.data.resultData.runData.Node?.[0]?.hints ?? []).map(({ message }) => message);
}

const conditions = (): INodeParameters => ({
	resource: 'taskCondition',
	operation: 'getMany',
	questId: byId(service.ids.quests.firstSteps),
	taskId: byId(service.ids.tasks.sayHello),
});
const transfer = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'transferBalance',
	serviceId: byId(service.ids.members.bonusPool),
	recipientId: byId(service.ids.members.ada),
	currencyId: byId(''),
	amount: 1,
	...more,
});

/** The hint about one transfer. */
const PAID = '1 transferred, 1 of the default currency in total.';
const PAID_TWICE = [
	expect.stringMatching(/^2 items each make the same payment\./),
	'2 transferred, 2 of the default currency in total.',
];

it('a normal run has only the sum of a payment', async () => {
	expect(await hintsOf({ resource: 'realm', operation: 'get' })).toEqual([]);
	expect(await hintsOf(transfer({ repeatProtection: 'off' }))).toEqual([PAID]);
});

it('an inferred endpoint is reported once for any number of items', async () => {
	expect(await hintsOf(conditions(), [{}, {}])).toEqual([
		'Task Condition → Get Many uses an undocumented endpoint that may change.',
	]);
});

it('items that a key left out are counted by the run that did them', async () => {
	const keyed = transfer({ repeatProtection: 'key', idempotencyKey: '={{ $json.order }}' });
	const input = ['a', 'a', 'b'].map((order) => ({ order }));
	expect(await hintsOf(keyed, input)).toEqual([
		'2 transferred, 2 of the default currency in total, 1 skipped.',
		'Repeat Protection skipped one item that run 1 of this node in this execution already processed.',
	]);
	expect(await hintsOf(keyed, input)).toContain(
		'Repeat Protection skipped 3 items that an earlier execution already processed.',
	);
});

it('a refusal and an unknown outcome are counted, and the latter is warned of', async () => {
	const fault = { operation: 'member.transferBalance', kind: 'status', times: 1 } as const;
	service.control.addFault({ ...fault, status: 422 });
	expect(await hintsOf(transfer({ repeatProtection: 'off' }))).toEqual(['1 refused.']);
	service.control.addFault({ ...fault, status: 502, when: 'after' });
	expect(await hintsOf(transfer({ repeatProtection: 'off' }))).toEqual([
		'1 unknown.',
		'Outcome unknown: one item may have been applied. Check in the service before you run it again.',
	]);
});

it('a long wait for the limit is reported, and a short one is not', async () => {
	const fault = { operation: 'realm.get', kind: 'rateLimit', times: 1 } as const;
	service.control.addFault({ ...fault, retryAfter: 1 });
	expect(await hintsOf({ resource: 'realm', operation: 'get' })).toEqual([]);
	service.control.addFault({ ...fault, retryAfter: 6 });
	expect(await hintsOf({ resource: 'realm', operation: 'get' })).toEqual([
		expect.stringMatching(/^This run waited [67] seconds for the rate limit of the service\.$/),
	]);
}, 30_000);

it('a dry run is reported', async () => {
	const amounts = [{ amount: 1 }, { amount: 2 }];
	expect(
		await hintsOf(transfer({ amount: '={{ $json.amount }}', options: { dryRun: true } }), amounts),
	).toEqual(['This was a dry run of 2 items: nothing was sent.']);
});

it('a payment without an event explains once what Automatic covers', async () => {
	const covers = expect.stringMatching(/covers this execution and its retries\. .* pays again\. .*By Key/);
	expect(await hintsOf(transfer(), [{}, {}])).toEqual([...PAID_TWICE, covers]);
	expect(await hintsOf(transfer(), [{}], 'manual')).toEqual([PAID, covers]);
	const looped = await runGraph({
		credential: service.credential(),
		input: [{}, {}],
		nodes: {
			Start: { type: START },
			Loop: { type: LOOP },
			Pay: { type: NODE, parameters: transfer() },
			Done: { type: NEXT },
		},
		connections: { Start: [['Loop']], Loop: [['Done'], ['Pay']], Pay: [['Loop']] },
	});
	expect(looped.run.data.resultData.runData.Pay?.map(({ hints }) => hints?.length ?? 0)).toEqual([2, 1]);
});

it('a test execution of a workflow that an event starts does not', async () => {
	const { run } = await runGraph({
		credential: service.credential(),
		mode: 'manual',
		nodes: { Start: { type: TRIGGER }, Node: { type: NODE, parameters: transfer() } },
		connections: { Start: [['Node']] },
	});
	expect(run.data.resultData.runData.Node?.[0]?.hints?.map(({ message }) => message)).toEqual([PAID]);
});

it('a sub-workflow reports that a retry of its caller pays again', async () => {
	expect(await hintsOf(transfer(), [{}, {}], 'integrated')).toEqual([
		...PAID_TWICE,
		expect.stringMatching(
			/covers this sub-workflow and its retries\. .*calling workflow.* pays again\. .*eventId/,
		),
	]);
	expect(await hintsOf(transfer({ repeatProtection: 'off' }), [{}], 'integrated')).toEqual([PAID]);
	expect(
		await hintsOf(transfer({ repeatProtection: 'key', idempotencyKey: 'order-17' }), [{}], 'integrated'),
	).toEqual([PAID]);
	expect(await hintsOf({ resource: 'realm', operation: 'get' }, [{}], 'integrated')).toEqual([]);
});
