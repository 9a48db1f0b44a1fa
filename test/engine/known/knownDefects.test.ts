import type { INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { runGraph, runNode, type RunOptions } from '../engine';
import { NODE, START } from '../nodeTypes';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

const run = async (parameters: INodeParameters, more: Partial<RunOptions> = {}) =>
	await runNode({ credential: service.credential(), onError: 'continueErrorOutput', ...more, parameters });
/** Parameters of an award to Ada, with some changes. */
const award = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId(service.ids.members.ada),
	currencyId: byId(service.ids.currencies.stars),
	amount: 5,
	...changes,
});
const balanceOf = (member: string) => service.balance(member, service.ids.currencies.stars);
const stars = () => balanceOf(service.ids.members.ada);

it.each([
	['updateBalance', '1.000', 1],
	['updateBalance', '20.000', 20],
	['updateBalance', '-1.000', -1],
	['updateBalances', '1.000', 1],
	['transferBalance', '1.000', 1],
])(
	'known defect 4.1: %s of the text "%s" moves %i, where many countries mean thousands',
	async (operation, amount, moved) => {
		const { ada, bonusPool } = service.ids.members;
		const isTransfer = operation === 'transferBalance';
		const members = isTransfer && { serviceId: byId(bonusPool), recipientId: byId(ada) };
		const before = stars();
		const parameters = award({ operation, ...members, amount: '={{ $json.amount }}' });
		const { items, errorItems } = await run(parameters, { input: [{ amount }] });
		// Right: refused with '"Amount" is the text "1.000", which can mean 1 or 1000. Send a number.'
		expect(items).toMatchObject([{ json: { amount: moved } }]);
		expect(errorItems).toEqual([]);
		expect(stars()).toBe(before + moved);
	},
);

describe('known defect 4.4', () => {
	/** Awards 5 Stars. Returns the hints above the output. */
	const hintsOf = async (mode: WorkflowExecuteMode) => {
		const result = await runGraph({
			credential: service.credential(),
			mode,
			nodes: { Start: { type: START }, Pay: { type: NODE, parameters: award() } },
			connections: { Start: [['Pay']] },
		});
		return result.run.data.resultData.runData.Pay?.[0]?.hints?.map(({ message }) => message) ?? [];
	};

	it.each<[string, WorkflowExecuteMode]>([
		['each test run', 'manual'],
		['each run of a schedule', 'trigger'],
	])('%s pays again, and the hint speaks of a second delivery', async (_what, mode) => {
		const before = stars();
		await hintsOf(mode);
		const [, hint] = await hintsOf(mode);
		// Right: a test run says "These were real payments. Each test run pays again." and offers Dry Run. Behind a
		// schedule, the hint says "The next run pays again." and shows the key of a week.
		expect(hint).toBe(
			'Repeat Protection (Automatic) covers this execution and its retries. A second delivery of the same data starts another execution, which pays again. To prevent that, set Repeat Protection to By Key, with a value such as an order ID.',
		);
		expect(stars()).toBe(before + 10);
	});
});

describe.each(['updateBalance', 'updateBalances'])('known defect 4.5: %s with a fixed key', (operation) => {
	const team = () => {
		const { ada, bruno, chen } = service.ids.members;
		return [ada, bruno, chen];
	};
	const awardAll = async (onError: RunOptions['onError']) =>
		await run(
			award({
				operation,
				serviceId: byId('={{ $json.member }}'),
				repeatProtection: 'key',
				idempotencyKey: 'weekly-bonus',
			}),
			{ onError, input: team().map((member) => ({ member })) },
		);
	const ERROR = 'Not sent: this key was used for another request';

	it('for a list pays its first person, and refuses the others', async () => {
		const [first = 0, ...others] = team().map(balanceOf);
		const { items, errorItems } = await awardAll('continueErrorOutput');
		// Right: no person is paid, and each item says that all 3 items have the key "weekly-bonus".
		expect(items.map(({ json }) => json.serviceId)).toEqual(team().slice(0, 1));
		expect(errorItems.map(({ json }) => json.error)).toEqual([ERROR, ERROR]);
		expect(team().map(balanceOf)).toEqual([first + 5, ...others]);
	});

	it('also pays the first person where the run then stops', async () => {
		const [first = 0, ...others] = team().map(balanceOf);
		const { error } = await awardAll(undefined);
		// Right: 'All 3 items have the key "weekly-bonus". Add what differs, such as {{ $json.email }}. Nothing was sent.'
		expect(error?.message).toBe(ERROR);
		expect(team().map(balanceOf)).toEqual([first + 5, ...others]);
	});
});

it('known defect 4.9: a skipped item has lost who and how much', async () => {
	const parameters = award({
		serviceId: { __rl: true, mode: 'email', value: '={{ $json.email }}' },
		repeatProtection: 'key',
		idempotencyKey: 'week-12',
	});
	const more = { input: [{ email: 'ada@members.example' }] };
	expect((await run(parameters, more)).items[0]?.json).toMatchObject({ name: 'Ada Lindqvist', amount: 5 });
	const { items } = await run(parameters, more);
	// Right: serviceId, name and amount come first, and the key last.
	expect(Object.keys(items[0]!.json)).toEqual(['skipped', 'idempotencyKey', 'reason', 'firstRun']);
});

it('known defect 4.10: an award that was made reads as one that could not be processed', async () => {
	const before = stars();
	service.control.addFault({ operation: 'member.updateBalance', kind: 'status', status: 502, when: 'after' });
	const { errorItems } = await run(award({ amount: 100 }));
	expect(stars()).toBe(before + 100);
	const { error, details } = errorItems[0]!.json as { error: string; details: { advice: string } };
	// Right: the error is "Outcome unknown: the service answered with error 502". The advice names the amount and the
	// member, and says when to use Confirm and when Release.
	expect(error).toBe('Outcome unknown: the service could not process the request (status 502)');
	expect(details.advice).toMatch(
		/^The service may or may not have processed this request\. Check the service before/,
	);
	expect(details.advice).not.toMatch(/100|Stars|Confirm|Release/);
});

describe('known defect 4.11', () => {
	const purchases = () => service.state.realms.get(service.realmId)!.purchases;
	/** A purchase that is not finalized. */
	const open = () => [...purchases().values()].find(({ isFinalized }) => !isFinalized)!.id;
	const finalize = async (purchaseId: string) =>
		await run({ resource: 'purchase', operation: 'finalize', purchaseId: byId(purchaseId) });
	const CONFLICT = {
		error: 'Outcome unknown: the service reported a conflict: The purchase is already finalized',
		details: { outcome: 'unknown', status: 409, idempotencyKey: expect.any(String) as string },
	};

	it('to finalize twice has an unknown outcome, although the answer is clear', async () => {
		const id = open();
		expect((await finalize(id)).items).toMatchObject([{ json: { id, isFinalized: true } }]);
		const { errorItems } = await finalize(id);
		// Right: the outcome is notApplied, because the answer says that nothing changed, and no key stays open.
		expect(errorItems).toMatchObject([{ json: CONFLICT }]);
	});

	it('to run it again after a lost answer has an unknown outcome again', async () => {
		const id = open();
		service.control.addFault({ operation: 'purchase.finalize', kind: 'drop', when: 'after', times: 1 });
		expect((await finalize(id)).errorItems).toMatchObject([{ json: { details: { outcome: 'unknown' } } }]);
		const { errorItems } = await finalize(id);
		// Right: the answer says that the purchase is finalized, so this run says that nothing changed.
		expect(errorItems).toMatchObject([{ json: CONFLICT }]);
		expect(purchases().get(id)).toMatchObject({ isFinalized: true });
	});
});
