import type { IExecuteFunctions, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Operation } from '../../../nodes/RewardsEngagement/declare/operation';
import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { operationNamed } from '../../fixtures/operations';
import { useSteadyClock } from '../../harness/clock';
import { byId } from '../../harness/workflows/nodes';
import { declaring } from '../changedNode';
import { runNode, runTool, type RunOptions } from '../engine';
import { processedValues, store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
useSteadyClock();
withoutPauses();

const OPERATIONS = { 'single payments': 'updateBalance', 'bulk payments': 'updateBalances' };

/** What goes wrong in a later try, before anything is sent. It goes wrong for all items. */
interface Trouble {
	begin: (context: IExecuteFunctions) => void;
	says: RegExp;
}

let isSealed = false;
const TROUBLES: Record<string, Trouble> = {
	'the credential cannot be read': {
		begin: () => (isSealed = true),
		says: /^The vault is sealed$/,
	},
	'an expression gives nothing': {
		begin: () => (Math.random as jest.Mock).mockReturnValue(0.9),
		says: /^"Amount" is an expression that returned no value for this item$/,
	},
	'a member is not looked up': {
		begin: () => {
			(Math.random as jest.Mock).mockReturnValue(0.3);
			service.control.addFault({ operation: 'member.search', kind: 'status', status: 500 });
		},
		says: /^"Member" was not looked up: /,
	},
	'no member has the name': {
		begin: () => (Math.random as jest.Mock).mockReturnValue(0.3),
		says: /^"Member": no member has the email address new-/,
	},
	'a price cannot be read': {
		begin: () => service.control.addFault({ operation: 'realm.get', kind: 'status', status: 503 }),
		says: /^The service could not process the request \(status 503\)$/,
	},
	'an amount is above its limit': {
		begin: () => (Math.random as jest.Mock).mockReturnValue(0.6),
		says: /^Not sent: 99 of the default currency is above "Maximum Amount per Item" \(50\)$/,
	},
	"n8n's store fails": {
		begin: () => (store.failure = new Error('the database is locked')),
		says: /^Not sent: n8n could not record the key$/,
	},
	'another node has the same ID': {
		begin: (context) => {
			const { workflow } = context as unknown as { workflow: { nodes: Record<string, INode> } };
			workflow.nodes.Twin = { ...context.getNode(), name: 'Twin' };
		},
		says: /^The nodes "(Node|Tool)" and "Twin" have the same ID$/,
	},
};

const NONE: Trouble = { begin: () => undefined, says: / / };

let tries = 0;
beforeEach(() => {
	processedValues.clear();
	isSealed = false;
	tries = 0;
});
afterEach(() => {
	delete store.failure;
	(Math.random as jest.Mock).mockReturnValue(0);
});

/** Does the work while there is a trouble from a try on. */
async function troubled<T>({ begin }: Trouble, inTry: number, work: () => Promise<T>): Promise<T> {
	const { value: execute } = Object.getOwnPropertyDescriptor(RewardsEngagement.prototype, 'execute') as {
		value: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
	};
	const spy = jest.spyOn(RewardsEngagement.prototype, 'execute');
	spy.mockImplementation(async function (this: IExecuteFunctions) {
		if (++tries === inTry) begin(this);
		return await execute.call(this);
	});
	try {
		return await work();
	} finally {
		spy.mockRestore();
	}
}

/** A price is asked for each payment. */
const priced: Operation['spends'] = async ({ realmId, amount }, ask) => {
	await ask(operationNamed('realm.get').request({ realmId }));
	return { amount: Number(amount) };
};

function credential() {
	const open = service.credential();
	const { apiKey } = open;
	return Object.defineProperty(open, 'apiKey', {
		enumerable: true,
		get: () => {
			if (isSealed) throw new Error('The vault is sealed');
			return apiKey;
		},
	});
}

const NAMES = ['ada', 'bruno', 'chen'];
const email = {
	__rl: true,
	mode: 'email',
	value: '={{ (Math.random() > 0.2 && Math.random() < 0.5 ? "new-" : "") + $json.name }}@members.example',
};
const award = (operation: string, options: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation,
	serviceId: email,
	currencyId: byId(''),
	amount: '={{ Math.random() > 0.8 ? undefined : Math.random() > 0.5 ? 99 : 5 }}',
	repeatProtection: 'key',
	idempotencyKey: '={{ "week 12 " + $json.name }}',
	options: {
		retries: 0,
		maximumAmount: 50,
		...(operation === 'updateBalances' && { batchSize: 1 }),
		...options,
	},
});

/** Pays three members, and has a trouble from a try on. */
async function payAll(
	operation: string,
	{ trouble, inTry, options }: { trouble: Trouble; inTry: number; options?: INodeParameters },
	more: Partial<RunOptions>,
) {
	const pay = async () =>
		await runNode({
			credential: credential(),
			parameters: award(operation, options),
			input: NAMES.map((name) => ({ name })),
			maxTries: 3,
			...more,
		});
	return await troubled(trouble, inTry, async () =>
		declaring({ resource: 'member', name: operation }, { spends: priced }, pay),
	);
}

/** How often each member was paid. */
const paid = () => {
	const all = service.requests.filter(({ acted, method }) => acted && method === 'PATCH');
	const { ada, bruno, chen } = service.ids.members;
	const text = all.map(({ path, body }) => path + JSON.stringify(body));
	return [ada, bruno, chen].map((member) => text.filter((one) => one.includes(member)).length);
};
/** The service's answers to payments, in order. */
function answer(operation: string, ...answers: Array<'applied' | 'refused' | 'unknown'>): void {
	const fault = { operation: `member.${operation}`, times: 1 };
	for (const one of answers) {
		if (one === 'applied') service.control.addFault({ ...fault, kind: 'delay', delay: 1 });
		else if (one === 'refused')
			service.control.addFault({ ...fault, kind: 'status', status: 403, when: 'before' });
		else service.control.addFault({ ...fault, kind: 'status', status: 502, when: 'after' });
	}
}
const keyOf = (name: string) => expect.stringMatching(new RegExp(`^week 12 ${name}@`)) as string;

const unknown = {
	json: {
		error: expect.stringMatching(/^Outcome unknown: /) as string,
		details: { outcome: 'unknown', idempotencyKey: keyOf('chen') },
	},
	pairedItem: { item: 2 },
};
const notApplied = ({ says }: Trouble) => ({
	json: { error: expect.stringMatching(says) as string, details: { outcome: 'notApplied' } },
	pairedItem: { item: 0 },
});
const applied = { json: { name: 'Bruno Falk', amount: 5 }, pairedItem: { item: 1 } };

describe.each(Object.entries(OPERATIONS))('%s', (_kind, operation) => {
	describe.each(Object.entries(TROUBLES))('if %s in a later try', (_what, trouble) => {
		it.each([2, 3])(
			'have their results at the outputs, those of try %i and of those before',
			async (inTry) => {
				answer(operation, 'refused', 'applied', 'unknown', ...(inTry === 3 ? (['refused'] as const) : []));
				const how = { trouble, inTry };
				const { items, errorItems } = await payAll(operation, how, { onError: 'continueErrorOutput' });
				expect(items).toMatchObject([applied]);
				expect(errorItems).toMatchObject([notApplied(trouble), unknown]);
				expect([tries, paid()]).toEqual([3, [0, 1, 1]]);
			},
		);

		it('have their results at the only output, in their order', async () => {
			answer(operation, 'refused', 'applied', 'unknown');
			const how = { trouble, inTry: 2 };
			const { items } = await payAll(operation, how, { onError: 'continueRegularOutput' });
			expect(items).toMatchObject([notApplied(trouble), applied, unknown]);
			expect([tries, paid()]).toEqual([3, [0, 1, 1]]);
		});

		it('are counted in the error of a run that stops, which says that a retry skips them', async () => {
			answer(operation, 'applied', 'refused');
			const { error } = await payAll(operation, { trouble, inTry: 2 }, {});
			expect(error?.message).toMatch(trouble.says);
			expect(error?.description).toMatch(
				/ One other item was applied before the run stopped\. A retry of this execution skips it\./,
			);
			expect([tries, paid()]).toEqual([3, [1, 0, 0]]);
		});

		it('of unknown outcome are all named in the error of a run that stops', async () => {
			answer(operation, 'unknown', 'unknown', 'unknown');
			const how = { trouble, inTry: 2, options: { concurrency: 3 } };
			const { error } = await payAll(operation, how, {});
			expect(error?.message).toMatch(/^Outcome unknown: /);
			expect(error?.context).toMatchObject({ itemIndex: 0 });
			expect(error?.description).toMatch(/Its key is "week 12 ada@[0-9a-f]{12}"\./);
			expect(error?.description).toMatch(
				/The outcome of items 1 and 2 is unknown too\. Check the service before you run the items again\./,
			);
			expect([tries, paid()]).toEqual([3, [1, 1, 1]]);
		});
	});

	it('that a later try makes are beside those of the earlier ones', async () => {
		answer(operation, 'refused', 'applied', 'unknown');
		const { items, errorItems } = await payAll(
			operation,
			{ trouble: NONE, inTry: 2 },
			{ onError: 'continueErrorOutput' },
		);
		expect(items).toMatchObject([{ json: { amount: 5 }, pairedItem: { item: 0 } }, applied]);
		expect(errorItems).toMatchObject([unknown]);
		expect([tries, paid()]).toEqual([2, [1, 1, 1]]);
	});
});

describe('a tool of an agent', () => {
	it.each(Object.entries(TROUBLES))(
		'still says in a later try that a payment may have been made, though %s',
		async (_what, trouble) => {
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			answer('updateBalance', 'unknown');
			const parameters = award('updateBalance');
			const call = async () =>
				await runTool({ credential: credential(), parameters, input: [{ name: 'chen' }] }, settings);
			const { items } = await troubled(trouble, 2, async () =>
				declaring({ resource: 'member', name: 'updateBalance' }, { spends: priced }, call),
			);
			expect(items).toMatchObject([{ json: unknown.json }]);
			expect([tries, paid()]).toEqual([3, [0, 0, 1]]);
		},
	);
});
