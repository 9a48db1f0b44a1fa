import { byId } from '../../harness/workflows/byId';
import { runGraph, runNode } from '../engine';
import { NODE, START } from '../nodeTypes';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';
import { TriggerNode } from '../triggerNode';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

let trigger: TriggerNode | undefined;
afterEach(async () => await trigger?.close());

const NAMES = ['ada', 'bruno', 'chen'];
/** The ID that n8n gives to a workflow that was never saved. */
const UNSAVED = '__EMPTY__';
const NO_DATE = 'DateTime.fromISO($json.joined)';

/** Pays three members. n8n's data tables give a run their dates as objects, which the editor shows as texts. */
const pay = async (idempotencyKey: string, joined: Date) => {
	const { run, of } = await runGraph({
		credential: service.credential(),
		workflowId: UNSAVED,
		input: NAMES.map((username) => ({ username, joined })),
		nodes: {
			Start: { type: START },
			Pay: {
				type: NODE,
				parameters: {
					resource: 'member',
					operation: 'updateBalance',
					serviceId: { __rl: true, mode: 'username', value: '={{ $json.username }}' },
					currencyId: byId(service.ids.currencies.stars),
					amount: 50,
					repeatProtection: 'key',
					idempotencyKey,
				},
			},
		},
		connections: { Start: [['Pay']] },
	});
	const hints = run.data.resultData.runData.Pay?.[0]?.hints?.map(({ message }) => message);
	return { status: run.status, items: of('Pay').items.map(({ json }) => json), hints };
};
const payments = () => service.requests.filter(({ acted, method }) => acted && method !== 'GET').length;

it.each([
	[`${NO_DATE}.toFormat('yyyy-MM')`, 'Invalid DateTime'],
	["DateTime.fromFormat('03/2026', 'yyyy-MM').toFormat('yyyy-MM')", 'Invalid DateTime'],
	["Interval.fromISO('soon').toFormat('yyyy')", 'Invalid Interval'],
	[`${NO_DATE}.diffNow().toFormat('d')`, 'Invalid Duration'],
	["new Date('soon').toString()", 'Invalid Date'],
	['$execution.id', '__UNKNOWN__'],
	['$workflow.id', '__EMPTY__'],
])('known defect 2.1: the key of {{ %s }} pays nobody in the second month', async (code, text) => {
	const key = `=bonus-{{ ${code} }}-{{ $json.username }}`;
	const first = await pay(key, new Date('2026-03-01'));
	const second = await pay(key, new Date('2026-04-01'));
	// Right: neither month is paid. Each item fails with "Part of the key is empty for this item: {{ … }}".
	expect(first.items.map(({ amount }) => amount)).toEqual([50, 50, 50]);
	expect(second.items).toMatchObject(
		NAMES.map((name) => ({
			skipped: true,
			idempotencyKey: expect.stringContaining(`bonus-${text}-${name}@`) as string,
		})),
	);
	expect(second.status).toBe('success');
	expect(payments()).toBe(3);
});

it('known defect 2.1: two hints count the items, and none says that all of them were skipped', async () => {
	await pay('=week-{{ $json.username }}', new Date());
	const { hints } = await pay('=week-{{ $json.username }}', new Date());
	// Right: one hint says that all items of the run were skipped, and that the key may lack what differs.
	expect(hints).toEqual([
		'3 skipped.',
		'Repeat Protection skipped 3 items that an earlier execution already processed.',
	]);
});

it('known defect 2.1: an ID of such a text is sent to the service', async () => {
	const { errorItems } = await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		parameters: {
			resource: 'quest',
			operation: 'get',
			questId: byId(`=quest-{{ ${NO_DATE}.toFormat('yyyy') }}`),
		},
	});
	// Right: refused like quest-{{ $json.year }} without a year, and nothing is sent.
	expect(errorItems[0]?.json.details).toMatchObject({ status: 404 });
	expect(service.requests).toMatchObject([{ path: expect.stringContaining('quest-Invalid%20DateTime') }]);
});

it('known defect 2.1: a filter of such a text is published, and drops every event', async () => {
	const questId = byId("=quest-{{ DateTime.fromISO('soon').toFormat('yyyy') }}");
	trigger = new TriggerNode({ events: ['quest.completed'], filters: { questId } }, service.credential());
	await trigger.listen();
	// Right: publishing is refused with '"Quest" is an expression that returned no value'.
	await trigger.publish();
	const data = { quest: { id: 'quest-2026' } };
	const event = {
		type: 'quest.completed',
		timestamp: new Date().toISOString(),
		realmId: service.realmId,
		data,
	};
	expect(await trigger.post(JSON.stringify(event))).toMatchObject({ status: 200 });
	expect(trigger.runs).toEqual([]);
});
