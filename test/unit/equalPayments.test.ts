// Falls with nodes/RewardsEngagement/run/equalPayments.ts.

import type { Job } from '../../nodes/RewardsEngagement/run/job';
import { equalPaymentsHint } from '../../nodes/RewardsEngagement/declare/properties';
import { equalPayments } from '../../nodes/RewardsEngagement/run/equalPayments';
import type { Registry } from '../../nodes/RewardsEngagement/declare/registry';

const award = {
	resource: 'member',
	name: 'award',
	parameters: { serviceId: {}, currencyId: {}, amount: {} },
	payment: { kind: 'change', holder: 'serviceId', currency: 'currencyId' },
};
const pay = (amount: number, more: object = {}) =>
	({
		operation: award,
		request: { path: { text: '/members/m1' }, query: { by: 'a' }, body: { amount }, ...more },
	}) as unknown as Job;

/** A node with expressions for the parameters of these names. */
const node = (expressions: readonly string[] = [], repeatProtection = 'automatic') => ({
	written: (name: string) => (name === 'repeatProtection' ? repeatProtection : undefined),
	isFixed: (...names: string[]) => !names.some((name) => expressions.includes(name)),
});

it('counts the largest group of equal payments', async () => {
	expect(await equalPayments(node(), [pay(5), pay(7), pay(5), pay(7), pay(5), pay(9)])).toBe(3);
	expect(await equalPayments(node(), [pay(7), pay(7), pay(7), pay(5), pay(5)])).toBe(3);
});

it('is none for no payment', async () => expect(await equalPayments(node(), [])).toBe(0));

it('tells requests apart by address, query and body', async () => {
	const others = [{ path: { text: '/members/m2' } }, { query: { by: 'b' } }];
	expect(await equalPayments(node(), [pay(5), ...others.map((other) => pay(5, other))])).toBe(1);
});

it.each([
	['the member is an expression', ['serviceId'], 0],
	['the amount is an expression that gives the same', ['amount'], 2],
	['the currency is an expression that gives the same', ['currencyId'], 2],
])('where %s: %s', async (_where, expressions, count) => {
	expect(await equalPayments(node(expressions), [pay(5), pay(5)])).toBe(count);
});

it('counts none where each payment has a key of its own', async () =>
	expect(await equalPayments(node([], 'key'), [pay(5), pay(5)])).toBe(0));

it('counts none of an operation that pays nothing', async () => {
	const other = { ...pay(5), operation: { ...award, payment: undefined } } as unknown as Job;
	expect(await equalPayments(node(), [other, other])).toBe(0);
});

it('asks about the parameters of an operation once', async () => {
	const context = node();
	const isFixed = jest.spyOn(context, 'isFixed');
	await equalPayments(context, [pay(5), pay(5), pay(5)]);
	expect(isFixed.mock.calls).toEqual([['serviceId']]);
});

it('the hint of the panel names the operations that pay, and no other', () => {
	const remoteOperations = [award, { ...award, name: 'get', payment: undefined }];
	expect(equalPaymentsHint({ remoteOperations } as unknown as Registry)).toEqual({
		message:
			'Every input item makes this same payment, unless "Execute Once" is on in Settings. To pay several members, use an expression for the member.',
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${[
			'["member.award"].includes($parameter.resource + \'.\' + $parameter.operation)',
			"$parameter.repeatProtection !== 'key'",
			"!JSON.stringify($rawParameter).includes('\"=')",
			'$input.all().length > 1',
		].join(' && ')} }}`,
	});
});
