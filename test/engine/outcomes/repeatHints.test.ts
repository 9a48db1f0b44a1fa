import type { IDataObject, INode, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { useSteadyClock } from '../../harness/clock';
import { byId } from '../../harness/workflows/nodes';
import { runGraph, type GraphOptions } from '../engine';
import {
	AGENT,
	CALLED,
	CHAT_TRIGGER,
	FORM,
	LOOP,
	NEXT,
	NODE,
	SCHEDULE,
	START,
	TOOL,
	TRIGGER,
	WEBHOOK,
} from '../nodeTypes';
import { award, transferToAda, usePayouts } from '../payouts';
import { useService, withoutPauses } from '../sandbox';

useSteadyClock();
const service = useService();
withoutPauses();
const payouts = usePayouts(service);

type Start = Partial<INode> & { type: string };

/** Runs a payment behind a trigger. Returns its last hint. */
async function hintBehind(
	start: Start,
	mode: WorkflowExecuteMode,
	{
		input = [{}],
		parameters = transferToAda(service),
		...more
	}: Partial<GraphOptions> & { parameters?: INodeParameters } = {},
): Promise<string | undefined> {
	const { run } = await runGraph({
		credential: service.credential(),
		input,
		mode,
		nodes: { Start: start, Pay: { type: NODE, onError: 'continueRegularOutput', parameters } },
		connections: { Start: [['Pay']] },
		...more,
	});
	return run.data.resultData.runData.Pay?.[0]?.hints?.at(-1)?.message;
}

/** Awards to each member in the input, named by an email. */
const byEmail = (more: INodeParameters = {}): INodeParameters =>
	award(service, {
		serviceId: { __rl: true, mode: 'email', value: '={{ $json.email }}' },
		amount: 5,
		...more,
	});
const ADA = [{ email: 'ada@members.example' }];
const ada = () => payouts.to(service.ids.members.ada)[0];

const TEST_RUN =
	'These were real payments. Each test run pays again. To try it without paying, turn on Dry Run under Options.';

it.each([START, WEBHOOK, TRIGGER])(
	'a test run behind %s says that it pays, and offers a dry run',
	async (type) => {
		expect(await hintBehind({ type }, 'manual')).toBe(TEST_RUN);
		expect(await hintBehind({ type }, 'manual')).toBe(TEST_RUN);
		expect(ada()).toEqual([5, 5]);
	},
);

it('a test run behind a schedule also says what its next run does', async () => {
	expect(await hintBehind({ type: SCHEDULE }, 'manual')).toBe(
		`${TEST_RUN} The next run pays again. To pay once a day, set Repeat Protection to By Key: day-{{ $now.toFormat('yyyy-MM-dd') }}`,
	);
});

it('a test run of another request speaks of no payment', async () => {
	const parameters = { resource: 'currency', operation: 'create', name: 'Coins' };
	expect(await hintBehind({ type: START }, 'manual', { parameters })).toBe(
		'This was really sent. Each test run sends this again. To try it without sending, turn on Dry Run under Options.',
	);
});

describe('a run of a schedule gives a key for its period, and for each member', () => {
	const weekly = (more: IDataObject = {}) => ({ interval: [{ field: 'weeks', ...more }] });

	it.each<[string, IDataObject, string, string]>([
		['weeks', weekly(), 'a week', "week-{{ $now.toFormat('kkkk-WW') }}"],
		['one day of a week', weekly({ triggerAtDay: [1] }), 'a week', "week-{{ $now.toFormat('kkkk-WW') }}"],
		[
			'two days of a week',
			weekly({ triggerAtDay: [1, 4] }),
			'a day',
			"day-{{ $now.toFormat('yyyy-MM-dd') }}",
		],
		['months', { interval: [{ field: 'months' }] }, 'a month', "month-{{ $now.toFormat('yyyy-MM') }}"],
		['hours', { interval: [{ field: 'hours' }] }, 'an hour', "hour-{{ $now.toFormat('yyyy-MM-dd-HHZZZ') }}"],
		[
			'minutes',
			{ interval: [{ field: 'minutes' }] },
			'a minute',
			"minute-{{ $now.toFormat('yyyy-MM-dd-HH-mmZZZ') }}",
		],
		['days, which n8n does not save', {}, 'a day', "day-{{ $now.toFormat('yyyy-MM-dd') }}"],
		[
			'two rules',
			{ interval: [{ field: 'weeks' }, { field: 'months' }] },
			'a day',
			"day-{{ $now.toFormat('yyyy-MM-dd') }}",
		],
		[
			'a cron expression',
			{ interval: [{ field: 'cronExpression' }] },
			'per period',
			"{{ $now.toFormat('yyyy-MM-dd-HH-mmZZZ') }}",
		],
		[
			'an odd value',
			{ interval: [{ field: 'constructor' }] },
			'a day',
			"day-{{ $now.toFormat('yyyy-MM-dd') }}",
		],
	])('%s', async (_what, rule, period, key) => {
		const start = { type: SCHEDULE, parameters: { rule } as INodeParameters };
		const says = `The next run pays again. To pay once ${period}, set Repeat Protection to By Key: ${key}`;
		expect(await hintBehind(start, 'trigger')).toBe(says);
		expect(await hintBehind(start, 'trigger', { parameters: byEmail(), input: ADA })).toBe(
			`${says}-{{ $json.email }}`,
		);
	});

	it('of all parameters that name a member, also over several lines', async () => {
		const parameters = transferToAda(service, {
			serviceId: byId(`={{\n"${service.ids.members.bonusPool}"\n}}`),
			recipientId: byId('={{ $json.to }}'),
		});
		const input = [{ to: service.ids.members.ada }];
		expect(await hintBehind({ type: SCHEDULE }, 'trigger', { parameters, input })).toMatch(
			/}}-\{\{ "\w+" }}-\{\{ \$json\.to }}$/,
		);
	});

	it('but none for equal items, of which it would pay only one', async () => {
		const parameters = award(service);
		const input = [{ to: service.ids.members.ada }, { to: service.ids.members.ada }];
		expect(await hintBehind({ type: SCHEDULE }, 'trigger', { parameters, input })).toBe(
			'The next run pays again. To pay once a day, set Repeat Protection to By Key, with a key that is different for each item',
		);
	});

	it('and the key keeps its promise: the next run in the same week pays no one', async () => {
		const start = { type: SCHEDULE, parameters: { rule: { interval: [{ field: 'weeks' }] } } };
		const hint = await hintBehind(start, 'trigger', { parameters: byEmail(), input: ADA });
		const key = /By Key: (.*)$/.exec(hint ?? '')?.[1] ?? '';
		const parameters = byEmail({ repeatProtection: 'key', idempotencyKey: `=${key}` });
		const input = [...ADA, { email: 'bruno@members.example' }];
		await hintBehind(start, 'trigger', { parameters, input });
		await hintBehind(start, 'trigger', { parameters, input });
		expect(payouts.to(service.ids.members.ada, service.ids.members.bruno)).toEqual([[5, 5], [5]]);
	});
});

describe('a run for data that may be sent again gives a key with their ID', () => {
	const TO_PAY =
		'If the same data starts the workflow again, it pays again. To pay once, set Repeat Protection to By Key:';

	it.each<[string, Start, IDataObject, string]>([
		[
			'a webhook',
			{ type: WEBHOOK },
			{ body: { memberId: 'm', order_id: 7 } },
			"$('Start').first().json.body.order_id",
		],
		[
			'a webhook without an ID',
			{ type: WEBHOOK },
			{ body: { memberId: 'm' } },
			"$('Start').first().json.body.orderId",
		],
		['a form', { type: FORM }, { submissionId: 's', id: 1 }, "$('Start').first().json.submissionId"],
		['another trigger', { type: NEXT }, { 'payment-id': 'p' }, "$('Start').first().json['payment-id']"],
	])('%s', async (_what, start, json, expression) => {
		expect(await hintBehind(start, 'webhook', { input: [json] })).toBe(`${TO_PAY} {{ ${expression} }}`);
	});
});

it('a run for several items of a trigger keeps their pairing', async () => {
	const input = [{ body: { orderId: 1 } }, { body: { orderId: 2 } }];
	const parameters = transferToAda(service, { amount: '={{ $json.body.orderId }}' });
	expect(await hintBehind({ type: WEBHOOK }, 'webhook', { input, parameters })).toContain(
		"{{ $('Start').item.json.body.orderId }}",
	);
});

it('an ID that may be that of a member is in no key', async () => {
	const { ada } = service.ids.members;
	const parameters = award(service, { serviceId: byId('={{ $json.body.id }}') });
	expect(
		await hintBehind({ type: WEBHOOK }, 'webhook', { input: [{ body: { id: ada } }], parameters }),
	).toContain("By Key: {{ $('Start').first().json.body.orderId }}-{{ $json.body.id }}");
});

it('a called workflow gives a key with the ID that its caller passes on', async () => {
	const says =
		"If the calling workflow is retried, it pays again. To pay once per event that it passes on, set Repeat Protection to By Key: {{ $('Start').first().json.eventId }}";
	expect(await hintBehind({ type: CALLED }, 'integrated')).toBe(says);
	expect(await hintBehind({ type: CALLED }, 'integrated', { parameters: byEmail(), input: ADA })).toBe(
		`${says}-{{ $json.email }}`,
	);
});

it('an event of this package says that its redelivery pays nothing', async () => {
	const input = [{ eventId: 'e1', type: 'quest.completed' }];
	expect(await hintBehind({ type: TRIGGER }, 'trigger', { input })).toBe(
		'If the service delivers this event again, the same payment is not made again.',
	);
	expect(await hintBehind({ type: TRIGGER }, 'trigger', { input })).toMatch(
		/^Nothing was sent: Repeat Protection skipped/,
	);
	expect(ada()).toEqual([5]);
});

it('a chat message gives a key of its session and its text', async () => {
	const data = "$('Start').first().json";
	expect(await hintBehind({ type: CHAT_TRIGGER }, 'webhook')).toBe(
		`If the same message is sent again, it pays again. To pay once per text of a chat, set Repeat Protection to By Key: {{ ${data}.sessionId }}-{{ ${data}.chatInput }}`,
	);
});

it('a sub-node of an agent is not taken for the start', async () => {
	const tool = { type: TOOL, parameters: award(service, { repeatProtection: 'off' }) };
	const { run } = await runGraph({
		credential: service.credential(),
		mode: 'webhook',
		input: [{ to: service.ids.members.ada, sessionId: 's', chatInput: 'x' }],
		nodes: {
			Tool: tool,
			Start: { type: CHAT_TRIGGER },
			Agent: { type: AGENT },
			Pay: { type: NODE, parameters: transferToAda(service) },
		},
		connections: { Start: [['Agent']], Agent: [['Pay']] },
		tools: { Tool: 'Agent' },
	});
	expect(run.data.resultData.runData.Pay?.[0]?.hints?.at(-1)?.message).toContain(
		"$('Start').first().json.sessionId",
	);
});

it('a test run that certainly paid nothing does not speak of payments', async () => {
	const fault = { operation: 'member.transferBalance', kind: 'status', status: 502, times: 1 } as const;
	service.control.addFault(fault);
	expect(await hintBehind({ type: START }, 'manual')).toMatch(/^Outcome unknown/);
});

it('a loop says it once, after its first payment', async () => {
	const { run } = await runGraph({
		credential: service.credential(),
		mode: 'trigger',
		input: [{}, {}],
		nodes: {
			Start: { type: START },
			Loop: { type: LOOP },
			Pay: { type: NODE, parameters: transferToAda(service) },
			Done: { type: NEXT },
		},
		connections: { Start: [['Loop']], Loop: [['Done'], ['Pay']], Pay: [['Loop']] },
	});
	expect(run.data.resultData.runData.Pay?.map(({ hints }) => hints?.length ?? 0)).toEqual([2, 1]);
});

it.each<[string, INodeParameters]>([
	['that only read', { resource: 'realm', operation: 'get' }],
	['that sent nothing', { amount: -1 }],
	['of a dry run', { options: { dryRun: true } }],
	['with a key', { repeatProtection: 'key', idempotencyKey: 'order-17' }],
	['without protection', { repeatProtection: 'off' }],
])('a run %s has no such hint', async (_what, changes) => {
	const parameters = { ...transferToAda(service), ...changes };
	for (const mode of ['manual', 'integrated', 'trigger'] as const)
		expect((await hintBehind({ type: START }, mode, { parameters })) ?? '').not.toMatch(/again\b/);
});
