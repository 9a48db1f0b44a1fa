import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runGraph, runNode } from '../engine';
import { NODE, START } from '../nodeTypes';
import { award } from '../payouts';
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
const pay = async (idempotencyKey: string, joined: Date, names = NAMES) => {
	const { run, of } = await runGraph({
		credential: service.credential(),
		workflowId: UNSAVED,
		input: names.map((username) => ({ username, joined })),
		nodes: {
			Start: { type: START },
			Pay: {
				type: NODE,
				onError: 'continueRegularOutput',
				parameters: award(service, {
					serviceId: { __rl: true, mode: 'username', value: '={{ $json.username }}' },
					amount: 50,
					repeatProtection: 'key',
					idempotencyKey,
				}),
			},
		},
		connections: { Start: [['Pay']] },
	});
	const hints = run.data.resultData.runData.Pay?.[0]?.hints ?? [];
	return {
		items: of('Pay').items.map(({ json }) => json),
		hints: hints.map(({ type, message }) => `${type}: ${message}`),
	};
};
const changes = () => service.requests.filter(({ method }) => method !== 'GET').length;

const MISSING = [
	`${NO_DATE}.toFormat('yyyy-MM')`,
	"DateTime.fromFormat('03/2026', 'yyyy-MM').toFormat('yyyy-MM')",
	'DateTime.fromISO($json.joined).toISODate()',
	"Interval.fromISO('soon').toFormat('yyyy')",
	`${NO_DATE}.diffNow().toFormat('d')`,
	"new Date('soon').toString()",
	"new Date('soon').toLocaleDateString()",
	NO_DATE,
	'$execution.id',
	'$workflow.id',
	"'Invalid date'",
	'$json.month',
	"'  '",
	'({})',
	"'#N/A'",
	"'#REF!'",
	"'#ERROR!'",
	"'\\u{200B}'",
	"('w' + DateTime.fromISO($json.joined).weekNumber)",
];

describe('a key from a text for a missing value pays in no month, and the expression is named', () => {
	it.each(MISSING)('%s beside a name', async (code) => {
		const key = `=bonus-{{ ${code} }}-{{ $json.username }}`;
		for (const month of ['2026-03-01', '2026-04-01']) {
			const { items, hints } = await pay(key, new Date(month));
			expect(items.map(({ error }) => error)).toEqual(
				NAMES.map(() => `Part of the key is empty for this item: {{ ${code} }}`),
			);
			expect(hints).toEqual(['warning: 3 refused.']);
		}
		expect(changes()).toBe(0);
	});

	it.each([
		['a template', "`bonus-${$json.username}-${DateTime.fromISO($json.joined).toFormat('yyyy')}`"],
		['a sum', "'bonus' + new Date('soon') + $json.username"],
		['a sum without a value', "$json.username + 'bonus' + $json.month"],
		['a list', "[$json.username, DateTime.fromISO($json.joined).toFormat('yyyy')].join('-')"],
		['JSON', 'JSON.stringify({ name: $json.username, month: DateTime.fromISO($json.joined) })'],
		['a choice', "$json.month ?? DateTime.fromISO($json.joined).toFormat('yyyy')"],
	])('%s in one expression', async (_form, code) => {
		const { items } = await pay(`={{ ${code} }}`, new Date());
		expect(items.map(({ error }) => error)).toEqual(
			NAMES.map(() => `Part of the key is empty for this item: {{ ${code} }}`),
		);
		expect(changes()).toBe(0);
	});

	it('such a text stays a key where you type it', async () => {
		const { items } = await pay('Invalid DateTime', new Date());
		expect(items.map(({ error }) => error)).toEqual(
			NAMES.map(() => 'All 3 items have the key "Invalid DateTime", but they are different requests'),
		);
	});

	it.each(['annulled', 'undefinedness', 'Undefined Club', 'Invalid month', 'NaNette', '#NAME', '_EMPTY_'])(
		'%s is a text like any other',
		async (word) => {
			const { items } = await pay(`={{ '${word}' }}-{{ $json.username }}`, new Date());
			expect(items.map(({ amount }) => amount)).toEqual([50, 50, 50]);
		},
	);
});

it('a key with such a text can be settled by an expression', async () => {
	const { items } = await runNode({
		credential: service.credential(),
		input: [{ key: 'bonus-Invalid DateTime-ada@3f2a9c01d2e4' }],
		parameters: { resource: 'idempotencyKey', operation: 'release', idempotencyKey: '={{ $json.key }}' },
	});
	expect(items[0]?.json).toMatchObject({ status: 'not_found' });
});

describe('a run that skips every item says so in one hint', () => {
	it('of payments by your keys it warns, because they may be new', async () => {
		const month = '=week-{{ $json.username }}';
		await pay(month, new Date());
		const { hints, items } = await pay(month, new Date());
		expect(items.map(({ skipped }) => skipped)).toEqual([true, true, true]);
		expect(hints).toEqual([
			'warning: Nothing was sent: Repeat Protection skipped all 3 items that an earlier execution already processed. If they are new, the key lacks what makes them different, such as the month.',
		]);
	});

	it('it speaks of a single item in the singular', async () => {
		await pay('bonus', new Date(), ['ada']);
		const { hints } = await pay('bonus', new Date(), ['ada']);
		expect(hints).toEqual([
			'warning: Nothing was sent: Repeat Protection skipped the only item that an earlier execution already processed. If it is new, the key lacks what makes it different, such as the month.',
		]);
	});

	it('if one item was not skipped, it counts them', async () => {
		await pay("={{ $json.username === 'ada' ? $now.toMillis() : $json.username }}", new Date());
		const { hints } = await pay(
			"={{ $json.username === 'ada' ? $execution.mode : $json.username }}",
			new Date(),
		);
		expect(hints).toEqual([
			expect.stringMatching(/^info: 1 awarded, 50 of currency \w+ in total\.$/),
			'info: Repeat Protection skipped 2 items that an earlier execution already processed.',
		]);
	});
});

const refusal = async (parameters: INodeParameters, input?: IDataObject[]) => {
	const { errorItems, items } = await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		input,
		parameters,
	});
	expect(items).toEqual([]);
	expect(changes()).toBe(0);
	expect(service.requests).toEqual([]);
	return errorItems[0]?.json;
};

const YEAR = `${NO_DATE}.toFormat('yyyy')`;
const IN_ONE = `'spring-' + ${YEAR}`;

describe('an ID, a name or a filter from such a text is refused before anything is sent', () => {
	const amount = { amount: 5, currencyId: byId('64b7f1c2a9d3e45f60718299') };
	const member = (mode: string, value: string): INodeParameters => ({
		...amount,
		resource: 'member',
		operation: 'updateBalance',
		serviceId: { __rl: true, mode, value },
	});
	it.each<[string, string, (value: string) => INodeParameters]>([
		['an ID', 'Quest', (value) => ({ resource: 'quest', operation: 'get', questId: byId(value) })],
		[
			'an ID of a list',
			'Quest',
			(value) => ({
				resource: 'quest',
				operation: 'get',
				questId: { __rl: true, mode: 'list', value },
			}),
		],
		['a username', 'Member', (value) => member('username', value)],
		['an email', 'Member', (value) => member('email', value)],
		[
			'a search value',
			'Values',
			(values) => ({ resource: 'member', operation: 'search', type: 'username', values }),
		],
		[
			'a filter of a list',
			'Search',
			(search) => ({ resource: 'member', operation: 'getMany', additionalFields: { search } }),
		],
		[
			'a choice',
			'Status',
			(status) => ({ resource: 'currency', operation: 'getMany', additionalFields: { status } }),
		],
		['a new name', 'Name', (name) => ({ resource: 'currency', operation: 'create', name })],
		['a realm', 'Realm ID', (value) => ({ resource: 'realm', operation: 'get', realmId: value })],
		['a path', 'Path', (path) => ({ resource: 'request', operation: 'send', method: 'GET', path })],
	])('%s', async (_what, label, parameters) => {
		for (const [written, verb, code] of [
			[`=spring-{{ ${YEAR} }}`, 'contains', YEAR],
			[`={{ ${IN_ONE} }}`, 'is', IN_ONE],
			[`={{ ${IN_ONE} }}{{ $json.end }}`, 'contains', IN_ONE],
		] as const) {
			const input = [{ joined: '03/2026', end: '-end' }];
			expect(await refusal(parameters(written), input)).toMatchObject({
				error: `"${label}" ${verb} an expression that returned no value for this item: {{ ${code} }}`,
				details: { outcome: 'notApplied' },
			});
		}
	});

	it('several search values, one of which says nothing', async () => {
		const search = { resource: 'member', operation: 'search', type: 'username' };
		expect(await refusal({ ...search, values: "={{ ['ada', 'Invalid DateTime'] }}" })).toMatchObject({
			error: expect.stringMatching(
				/^"Values" is an expression that returned no value for this item: \{\{ /,
			) as string,
		});
		const { items } = await runNode({
			credential: service.credential(),
			parameters: { ...search, values: "={{ ['ada'] }},{{ 'bruno' }}" },
		});
		expect(items).toHaveLength(2);
	});

	it('a filter of a trigger cannot be published', async () => {
		for (const value of [
			"=quest-{{ DateTime.fromISO('soon').toFormat('yyyy') }}",
			"={{ 'quest-' + DateTime.fromISO('soon').toFormat('yyyy') }}",
		]) {
			const parameters = { events: ['quest.completed'], filters: { questId: byId(value) } };
			trigger = new TriggerNode(parameters, service.credential());
			await expect(trigger.publish()).rejects.toThrow(
				/"Quest" (contains|is) an expression that returned no value: \{\{ /,
			);
			await trigger.close();
		}
		expect(service.requests).toEqual([]);
	});
});
