import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';

import type { Reply } from '../../harness/http/receiver';
import { byId } from '../../harness/workflows/nodes';
import {
	additionalData,
	credentialReference,
	nodeOf,
	runGraph,
	runNode,
	workflowOf,
	type GraphOptions,
	type RunOptions,
} from '../engine';
import { LOOP, NEXT, NODE, nodeTypes, START, TOOL } from '../nodeTypes';
import { useReceiver } from '../receiver';

const REALM = 'a'.repeat(24);
const OTHER_REALM = 'b'.repeat(24);
const MEMBER = '1a'.repeat(12);

/** Responses before all others, in order. */
let replies: Reply[];
const paid = { body: { id: 'x', serviceId: MEMBER, balance: 5 } };
const receiver = useReceiver(() => replies.shift() ?? paid);
beforeEach(() => {
	replies = [];
});

const award = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId(MEMBER),
	currencyId: byId(''),
	realmId: '={{ $json.realm }}',
	amount: '={{ $json.amount }}',
	options: { maximumTotal: 10, ...options },
});
const pay = async (input: IDataObject[], options: INodeParameters = {}, more: Partial<RunOptions> = {}) =>
	await runNode({ credential: receiver.credential(), parameters: award(options), input, ...more });
const loop = (
	input: IDataObject[],
	options: INodeParameters = {},
	settings: Partial<INode> = {},
): GraphOptions => ({
	credential: receiver.credential(),
	input,
	nodes: {
		Start: { type: START },
		Loop: { type: LOOP },
		Pay: { type: NODE, parameters: award(options), ...settings },
		Done: { type: NEXT },
	},
	connections: { Start: [['Loop']], Loop: [['Done'], ['Pay']], Pay: [['Loop']] },
});
const looped = async (input: IDataObject[], options: INodeParameters = {}) => {
	const { of } = await runGraph(loop(input, options, { onError: 'continueRegularOutput' }));
	return input.map((_item, run) => of('Pay', run).items[0]?.json.error);
};
const sent = () => receiver.received.map(({ path }) => (path.includes(OTHER_REALM) ? 'other' : 'own'));
const ABOVE =
	/^Not sent: a total of 12 of the default currency is above "Maximum Total per Execution" \(10\)/;

describe('the default currency', () => {
	it('of each realm has a total of its own', async () => {
		const { error } = await pay([
			{ realm: REALM, amount: 6 },
			{ realm: OTHER_REALM, amount: 6 },
		]);
		expect(error).toBeUndefined();
		expect(sent()).toEqual(['own', 'other']);
	});

	it('of another realm than that of the credential is counted there', async () => {
		const { error } = await pay([
			{ realm: OTHER_REALM, amount: 6 },
			{ realm: OTHER_REALM.toUpperCase(), amount: 6 },
		]);
		expect(error?.message).toMatch(ABOVE);
		expect(sent()).toEqual([]);
	});

	it('of each realm has a total of its own in a loop too', async () => {
		const errors = await looped([
			{ realm: OTHER_REALM, amount: 6 },
			{ realm: REALM, amount: 6 },
			{ realm: REALM, amount: 6 },
		]);
		expect(errors).toEqual([undefined, undefined, expect.stringMatching(ABOVE)]);
		expect(sent()).toEqual(['other', 'own']);
	});
});

describe('a dry run uses up nothing of the total', () => {
	const dryRun = '={{ $json.isDry }}';
	const [dry, real] = [true, false].map((isDry) => ({ isDry, realm: REALM, amount: 6 }));

	it('for the items beside it', async () => {
		const { items, error } = await pay([dry!, real!], { dryRun });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.dryRun)).toEqual([true, undefined]);
		expect(sent()).toEqual(['own']);
	});

	it('for the next runs of the execution', async () => {
		expect(await looped([dry!, real!], { dryRun })).toEqual([undefined, undefined]);
		expect(sent()).toEqual(['own']);
	});

	it('for later dry runs of the execution', async () => {
		expect(await looped([dry!, dry!], { dryRun })).toEqual([undefined, undefined]);
		expect(sent()).toEqual([]);
	});

	it('but shows what the total would refuse in its run', async () => {
		const { error } = await pay([dry!, dry!], { dryRun });
		expect(error?.message).toMatch(ABOVE);
	});
});

it('a deduction counts like an award', async () => {
	const errors = await looped([
		{ realm: REALM, amount: 6 },
		{ realm: REALM, amount: -6 },
	]);
	expect(errors).toEqual([undefined, expect.stringMatching(ABOVE)]);
	expect(sent()).toEqual(['own']);
});

it('a retry by hand counts what earlier runs of the execution moved', async () => {
	const items = [6, 4, 5].map((amount) => ({ realm: REALM, amount }));
	replies = [{ body: { id: 'x', serviceId: MEMBER, balance: 5 } }, { status: 403 }];
	const failed = await runGraph(loop(items));
	expect(failed.of('Pay', 1).error?.message).not.toMatch(/^Not sent/);
	receiver.received.length = 0;
	const { of } = await runGraph({ ...loop(items), retryOf: failed.run });
	expect(of('Pay', 1).items).toHaveLength(1);
	expect(of('Pay', 2).error?.message).toMatch(/^Not sent: a total of 15 of the default currency is above/);
	expect(receiver.received).toHaveLength(1);
});

it('is saved with the execution, by run and by currency, and without what was not moved', async () => {
	replies = [{ body: { id: 'x', serviceId: MEMBER, balance: 5 } }, { status: 403 }, { status: 502 }];
	const options = { maximumTotal: 100, retries: 0 };
	const items = [6, 5, 3, 4].map((amount) => ({ realm: REALM, amount }));
	const { run } = await runGraph(loop(items, options, { onError: 'continueRegularOutput' }));
	const saved = Object.values(run.data.executionData!.contextData) as IDataObject[];
	const [spent] = saved.flatMap(
		({ idempotency }) => (idempotency as { spent: object } | undefined)?.spent ?? [],
	);
	const currency = `default currency of realm ${REALM}`;
	expect(spent).toEqual({
		0: { [currency]: '6' },
		1: { [currency]: '0' },
		2: { [currency]: '3' },
		3: { [currency]: '4' },
	});
});

describe('two calls of a tool at the same time', () => {
	const callsOf = async (amounts: number[], status: number) => {
		const parameters = award({ retries: 0 });
		const node = { ...nodeOf('Tool', TOOL, parameters), credentials: credentialReference() };
		const workflow = workflowOf({ nodes: [node] });
		const data = createRunExecutionData();
		replies = [{ status }];
		const call = async (amount: number) => {
			const items = [{ json: { realm: REALM, amount } }];
			const input = { main: [items] };
			const more = additionalData(receiver.credential(), 'trigger');
			const source = { node, data: input, source: null };
			const context = new ExecuteContext(workflow, node, more, 'trigger', data, 0, items, input, source, []);
			const output = await nodeTypes.getByNameAndVersion(TOOL).execute!.call(context);
			return (output as INodeExecutionData[][])[0]![0]!.json.error;
		};
		const together = await Promise.all(amounts.map(call));
		return [...together, await call(6)];
	};

	it('do not both use the rest of the total', async () => {
		expect(await callsOf([6, 6], 200)).toEqual([
			expect.stringMatching(/./),
			expect.stringMatching(ABOVE),
			expect.stringMatching(ABOVE),
		]);
		expect(sent()).toEqual(['own']);
	});

	it('have the rest of the total again that a refused one did not use', async () => {
		expect(await callsOf([6, 6], 403)).toEqual([
			expect.stringMatching(/not allowed/),
			expect.stringMatching(ABOVE),
			undefined,
		]);
		expect(sent()).toEqual(['own', 'own']);
	});
});
