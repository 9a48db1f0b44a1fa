import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runNode, type RunOptions } from '../engine';
import { award, usePayouts } from '../payouts';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const team = () => {
	const { ada, bruno, chen } = service.ids.members;
	return [ada, bruno, chen];
};
const paid = () => payouts.to(...team());

/** Awards to the member of each item, with a key of the user. */
const run = async (
	idempotencyKey: string,
	{ input = team().map((to) => ({ to })), parameters, ...more }: Partial<RunOptions> = {},
) =>
	await runNode({
		credential: service.credential(),
		onError: 'continueErrorOutput',
		...more,
		input,
		parameters: award(service, { repeatProtection: 'key', idempotencyKey, ...parameters }),
	});
const errors = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.error);

const ALL = 'All 3 items have the key "weekly-bonus", but they are different requests';
const ADVICE = 'Add to the key what differs, such as {{ $json.to }}. Nothing was sent.';

describe.each(['updateBalance', 'updateBalances'])('one fixed key for a list, with %s,', (operation) => {
	it('pays no one, and says what the key lacks', async () => {
		const { items, errorItems } = await run('weekly-bonus', { parameters: { operation } });
		expect(items).toEqual([]);
		expect(errorItems.map(({ json }) => [json.error, json.details])).toEqual(
			team().map(() => [ALL, { outcome: 'notApplied', advice: ADVICE }]),
		);
		expect(paid()).toEqual([[], [], []]);
		expect([...processedValues.values()].flat()).toEqual([]);
	});

	it('also where the first failure stops the run', async () => {
		const { error } = await run('weekly-bonus', { parameters: { operation }, onError: undefined });
		expect(error).toMatchObject({ message: ALL, description: ADVICE });
		expect(paid()).toEqual([[], [], []]);
	});

	it('shows the same in a dry run', async () => {
		const { items, errorItems } = await run('weekly-bonus', {
			parameters: { operation, options: { dryRun: true } },
		});
		expect([items, errors(errorItems)]).toEqual([[], [ALL, ALL, ALL]]);
	});

	it('pays all once the key is corrected', async () => {
		await run('weekly-bonus', { parameters: { operation } });
		await run('=weekly-bonus-{{ $json.to }}', { parameters: { operation } });
		expect(paid()).toEqual([[5], [5], [5]]);
	});
});

it('pays the items whose key is their own, and refuses those that share one', async () => {
	const [ada, bruno, chen] = team();
	const input = [
		{ to: ada, order: 'a' },
		{ to: bruno, order: 'b' },
		{ to: chen, order: 'a' },
	];
	const { items, errorItems } = await run('={{ $json.order }}', { input });
	expect(items.map(({ json }) => json.serviceId)).toEqual([bruno]);
	expect(errors(errorItems)).toEqual(
		Array(2).fill('2 items have the key "a", but they are different requests'),
	);
	expect(paid()).toEqual([[], [5], []]);
});

it('pays an item once that comes twice in the list with its key', async () => {
	const [ada] = team();
	const { items, errorItems } = await run('order-17', { input: [{ to: ada }, { to: ada }] });
	expect(items.map(({ json }) => json.skipped)).toEqual([undefined, true]);
	expect([errorItems, paid()[0]]).toEqual([[], [5]]);
});

it.each<[string, IDataObject, INodeParameters]>([
	['amount', { amount: 6 }, {}],
	['currency', {}, { currencyId: { __rl: true, mode: 'id', value: '={{ $json.currency }}' } }],
])('counts another %s for the same member as a different request', async (_what, change, parameters) => {
	const [ada] = team();
	const { stars, gems } = service.ids.currencies;
	const input = [
		{ to: ada, currency: stars },
		{ to: ada, currency: gems, ...change },
	];
	const { items } = await run('order-17', { input, parameters });
	expect([items, paid()[0]]).toEqual([[], []]);
});

it.each([
	['the amount', '={{ $json.to }}', { amount: '={{ $json.points }}' }, '{{ $json.points }}'],
	[
		'the recipient',
		'={{ $json.from }}',
		{
			operation: 'transferBalance',
			serviceId: byId('={{ $json.from }}'),
			recipientId: byId('={{ $json.to }}'),
		},
		'{{ $json.to }}',
	],
])('names what differs, and not what the key has: %s', async (_what, key, parameters, part) => {
	const [ada, bruno] = team();
	const from = service.ids.members.bonusPool;
	const input = [
		{ from, to: ada, points: 1 },
		{ from, to: key.includes('from') ? bruno : ada, points: 2 },
	];
	const { errorItems } = await run(key, { input, parameters });
	expect(errorItems[0]?.json.details).toMatchObject({
		advice: `Add to the key what differs, such as ${part}. Nothing was sent.`,
	});
});

describe('one key for different requests, which was used before,', () => {
	const lose = () =>
		service.control.addFault({
			operation: 'member.updateBalance',
			kind: 'status',
			status: 502,
			when: 'after',
			times: 1,
		});
	const outcomes = (items: Array<{ json: IDataObject }>) =>
		items.map(({ json }) => (json.details as IDataObject).outcome);
	const both = () => ({
		input: team()
			.slice(0, 2)
			.map((to) => ({ to })),
	});

	it('says that its first request may have been applied', async () => {
		lose();
		await run('bonus', { input: [{ to: team()[0] }] });
		const { errorItems } = await run('bonus', both());
		expect(outcomes(errorItems)).toEqual(['unknown', 'unknown']);
		expect(errors(errorItems)[0]).toBe('Not sent: an earlier request with this key may have been applied');
	});

	it('skips what was paid', async () => {
		await run('bonus', { input: [{ to: team()[0] }] });
		const { items, errorItems } = await run('bonus', both());
		expect(items.map(({ json }) => json.skipped)).toEqual([true]);
		expect(errors(errorItems)).toEqual(['Not sent: this key was used for another request']);
		expect(paid()).toEqual([[5], [], []]);
	});
});

it('a very long key is shown in part', async () => {
	const { errorItems } = await run('k'.repeat(5_000));
	expect(errorItems[0]?.json.error).toBe(
		`All 3 items have the key "${'k'.repeat(80)}…", but they are different requests`,
	);
});
