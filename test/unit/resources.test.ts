import { type INodeProperties, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { z } from 'zod';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { resources } from '../../nodes/RewardsEngagement/resources';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { operation, topLevelFields } from '../../nodes/RewardsEngagement/declare/operation';
import { buildProperties, conditionsOf } from '../../nodes/RewardsEngagement/declare/properties';
import { protectionFields } from '../../nodes/RewardsEngagement/declare/options';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import type { Resource } from '../../nodes/RewardsEngagement/declare/resource';
import { path } from '../../nodes/RewardsEngagement/api/path';
import { bare, succeeded } from '../../nodes/RewardsEngagement/declare/response';
import { id, text } from '../../nodes/RewardsEngagement/fields/text';
import { amountOfEach } from '../../nodes/RewardsEngagement/resources/currency/changeFields';
import { record } from '../../nodes/RewardsEngagement/shared/record';
import { ownNode, readSavedWorkflows } from '../fixtures/savedWorkflows';

const { description } = new RewardsEngagement();

/** The parameters that n8n shows for an operation, in order, regardless of their other conditions. */
function shown(
	properties: INodeProperties[],
	place: { resource: string; operation: string },
): INodeProperties[] {
	return properties.filter(
		({ name, displayOptions: { show, hide } = {} }) =>
			!['resource', 'operation'].includes(name) &&
			hide?.operation?.includes(place.operation) !== true &&
			(['resource', 'operation'] as const).every((key) => {
				// A member of a collection refers to a parameter of the node by a path from the top.
				const allowed = show?.[key] ?? show?.[`/${key}`];
				return allowed === undefined || (allowed as string[]).includes(place[key]);
			}),
	);
}

describe('a new operation that sorts before all others', () => {
	const first = operation({
		displayName: 'AAA',
		action: 'Do something new',
		description: 'Do something new',
		parameters: {},
		effect: 'once',
		request: () => ({ method: 'POST', path: '/' as never }),
		response: { kind: 'done', confirm: 'success', about: ['realmId'] },
	});
	const grown = new Registry(
		Object.fromEntries(
			Object.entries<Resource>(resources).map(([key, { operations, ...own }]) => [
				key,
				{ ...own, operations: { aaa: first, ...operations } },
			]),
		),
	);
	const grownDescription: INodeTypeDescription = { ...description, properties: buildProperties(grown) };

	it('stands first in the menu of its resource and is not what the menu begins with', () => {
		const menus = grownDescription.properties.filter(({ name }) => name === 'operation');
		expect(menus).toHaveLength(Object.keys(resources).length);
		for (const menu of menus) {
			expect(menu.options?.[0]).toMatchObject({ value: 'aaa' });
			expect(menu.default).not.toBe('aaa');
		}
	});

	it.each(
		readSavedWorkflows()
			.filter(({ workflow }) => ownNode(workflow).type === 'n8n-nodes-rewards-engagement.rewardsEngagement')
			.map((saved) => [`${saved.version} ${saved.name}`, saved] as const),
	)('changes nothing in the saved workflow %s', (_title, { name, workflow }) => {
		const node = ownNode(workflow);
		const filled = NodeHelpers.getNodeParameters(
			grownDescription.properties,
			node.parameters,
			true,
			false,
			node,
			grownDescription,
		);
		expect([filled?.resource, filled?.operation]).toEqual(name.split('.'));
	});
});

it('saved workflows leave the default operation out, or the tests above would show nothing', () => {
	const one = readSavedWorkflows().find(({ name }) => name === 'currency.getMany')!;
	const { parameters } = ownNode(one.workflow);
	expect(parameters).not.toHaveProperty('operation');
});

it.each(registry.operations.map((one) => [`${one.resource}.${one.name}`, one] as const))(
	'%s shows its own parameters, each once and in the order of its declaration',
	(_name, one) => {
		const place = { resource: one.resource, operation: one.name };
		const all = shown(description.properties, place).filter(
			({ type }) => !['hidden', 'notice'].includes(type),
		);
		const names = all.map(({ name }) => name);
		const collections = ['updateFields', 'additionalFields', 'options'];
		const { realmId, ...main } = topLevelFields(one);
		const protection = protectionFields(one);
		const fields = { ...main, ...protection, ...(realmId ? { realmId } : {}) };
		// A field that is needed for some values of another parameter has a form for each of them, and one without a
		// mark.
		const forms = Object.entries(fields).flatMap(([name, { needed }]) =>
			Array.from({ length: needed ? ('is' in needed ? needed.is.length : 1) + 1 : 1 }, () => name),
		);
		expect(names).toEqual([...forms, ...names.filter((name) => collections.includes(name))]);
		const tail = names.filter((name) => collections.includes(name));
		expect(tail).toEqual(collections.filter((name) => tail.includes(name)));
		const isLeft = ({ name, displayOptions }: INodeProperties) =>
			displayOptions?.show?.[`/options.${name}`] !== undefined;
		const membersOf = (collection: string) => {
			const options = all.find(({ name }) => name === collection)?.options ?? [];
			return shown(options as INodeProperties[], place)
				.filter((member) => !isLeft(member))
				.map(({ name }) => name);
		};
		const { updateFields, additionalFields } = one;
		for (const [collection, declared = {}] of Object.entries({
			updateFields,
			additionalFields,
			options: one.options ?? {},
		})) {
			const members = membersOf(collection);
			const formsOf = (name: string) => members.filter((member) => member === name).length;
			expect([...new Set(members)].sort()).toEqual(Object.keys(declared).sort());
			for (const [name, { needed }] of Object.entries(declared)) if (!needed) expect(formsOf(name)).toBe(1);
		}
	},
);

it('a parameter that nearly all operations have is there once in each form, or twice where a condition needs it', () => {
	const realms = description.properties.filter(({ name }) => name === 'realmId');
	const forms = realms.map(({ displayOptions: _shown, ...rest }) => JSON.stringify(rest));
	expect(realms.length).toBeGreaterThan(0);
	for (const form of forms) expect(forms.filter((one) => one === form).length).toBeLessThanOrEqual(2);
});

/**
 * n8n goes through all parameters and their conditions twice to make a workflow, which it does for each execution. A
 * new operation may need a few more. If this fails, first look for parameters that differ without need.
 */
it('costs each execution little: few parameters and conditions', () => {
	const conditions = description.properties.flatMap(({ displayOptions: { show, hide } = {} }) =>
		Object.keys({ ...show, ...hide }),
	);
	expect(description.properties.length).toBeLessThanOrEqual(210);
	expect(conditions.length).toBeLessThanOrEqual(400);
});

describe('the conditions of a parameter', () => {
	const all = new Map([
		['one', ['get', 'create', 'delete']],
		['two', ['get', 'create']],
		['three', ['get', 'archive']],
	]);
	const places = (...keys: string[]) =>
		keys.map((key) => {
			const [resource = '', name = ''] = key.split('.');
			return { resource, name };
		});

	it('are separate if together they would match an operation without the parameter', () =>
		expect(conditionsOf(places('one.get', 'one.create', 'three.archive'), all)).toEqual([
			{ resource: ['one'], operation: ['get', 'create'] },
			{ resource: ['three'], operation: ['archive'] },
		]));

	it('combine operations of different names', () =>
		expect(conditionsOf(places('one.delete', 'three.archive'), all)).toEqual([
			{ resource: ['one', 'three'], operation: ['delete', 'archive'] },
		]));

	it('name no operations for resources that have the parameter everywhere', () =>
		expect(conditionsOf(places('two.get', 'two.create', 'three.get', 'three.archive'), all)).toEqual([
			{ resource: ['two', 'three'] },
		]));
});

describe('the declaration of a payment', () => {
	/**
	 * The fields of a declaration that belong together. Each wrong combination is marked as an error, so that this file
	 * does not compile if it is accepted.
	 */

	const described = { description: 'What it is' };
	const parameters = {
		serviceId: id('Member', described),
		currencyId: id('Currency', described),
		amount: amountOfEach,
	};
	const common = {
		displayName: 'Award',
		action: 'Award points',
		description: 'Awards points',
		response: bare(record({ accountId: z.string(), balance: z.number() })),
		request: () => ({ method: 'POST' as const, path: path`/balance` }),
	};
	const once = { ...common, parameters, effect: 'once' as const };
	const advice = { InsufficientBalance: 'The balance is too low.' };
	const payment = {
		kind: 'change',
		holder: 'serviceId',
		balance: 'balance',
		currency: 'currencyId',
	} as const;
	const spends = () => ({ amount: 1 });

	it('a payment spends the amount of its currency', async () => {
		const award = operation({ ...once, advice, payment });
		const values = { serviceId: 'm1', currencyId: 'c1', amount: -5 };
		expect(await award.spends?.(values, jest.fn())).toEqual({ amount: -5, currencyId: 'c1' });
	});

	it('any other operation spends only what it says', () => {
		expect(operation({ ...once, spends }).spends).toBe(spends);
		expect(operation(once).spends).toBeUndefined();
	});

	it('values have the types of the parameters', () => {
		operation({
			...once,
			spends: ({ amount, currencyId }) => ({ amount: amount satisfies number, currencyId }),
			request: ({ serviceId, amount: body }) => ({
				method: 'POST',
				path: path`/${serviceId}`,
				body: { body },
			}),
			// @ts-expect-error no such parameter
			preview: ({ values: { member } }) => Promise.resolve({ member: String(member) }),
		});
	});

	it('only an operation that a repeat would double pays, spends or has annotations', () => {
		for (const effect of ['read', 'replace'] as const) {
			// @ts-expect-error a payment that can be repeated
			operation({ ...once, effect, advice, payment });
			// @ts-expect-error a price for what can be repeated
			operation({ ...once, effect, spends });
			// @ts-expect-error annotations of what can be repeated
			operation({ ...once, effect, annotations: ['metadata'] });
		}
		operation({ ...once, annotations: ['metadata'] });
	});

	it('only an operation that is no payment has items with a more harmless effect', () => {
		operation({ ...once, effectOf: () => 'read' });
		// @ts-expect-error a payment that can be repeated
		operation({ ...once, advice, payment, effectOf: () => 'read' });
		// @ts-expect-error items that a repeat would double, without protection
		operation({ ...common, parameters, effect: 'read', effectOf: () => 'once' });
	});

	it('a payment has advice, an amount, and no other price', () => {
		// @ts-expect-error no advice for a low balance
		operation({ ...once, payment });
		// @ts-expect-error another price than its amount
		operation({ ...once, advice, payment, spends });
		const { amount, ...unpriced } = parameters;
		// @ts-expect-error no amount
		operation({ ...once, parameters: unpriced, advice, payment });
		// @ts-expect-error an amount that is no number
		operation({ ...once, parameters: { ...unpriced, amount: text('Amount', described) }, advice, payment });
		expect(amount).toBeDefined();
	});

	it('a payment names parameters and fields of the response that exist', () => {
		operation({ ...once, advice, payment: { ...payment, holder: 'accountId' } });
		// @ts-expect-error a holder that is neither a parameter nor a field of the response
		operation({ ...once, advice, payment: { ...payment, holder: 'memberId' } });
		// @ts-expect-error a currency that is no parameter
		operation({ ...once, advice, payment: { ...payment, currency: 'balance' } });
		// @ts-expect-error a balance that the response does not have
		operation({ ...once, advice, payment: { ...payment, balance: 'amount' } });
		// @ts-expect-error a balance of a response without a record
		operation({ ...once, advice, payment, response: succeeded([]) });
	});
});
