import { z } from 'zod';

import { path } from '../../nodes/RewardsEngagement/api/path';
import { operation } from '../../nodes/RewardsEngagement/declare/operation';
import { bare, succeeded } from '../../nodes/RewardsEngagement/declare/response';
import { id, text } from '../../nodes/RewardsEngagement/fields/text';
import { amountOfEach } from '../../nodes/RewardsEngagement/resources/currency/changeFields';
import { record } from '../../nodes/RewardsEngagement/shared/record';

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
const payment = { kind: 'change', holder: 'serviceId', balance: 'balance', currency: 'currencyId' } as const;
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
		request: ({ serviceId, amount: body }) => ({ method: 'POST', path: path`/${serviceId}`, body: { body } }),
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
