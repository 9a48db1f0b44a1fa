import type { IExecuteFunctions } from 'n8n-workflow';

import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import { AutomaticKeys } from '../../nodes/RewardsEngagement/idempotency/automaticKey';

const context = {
	getNode: () => ({ name: 'Pay' }),
	getParentNodes: () => [
		{ name: 'Split "Out"', type: 'n8n-nodes-base.splitOut' },
		{ name: 'Event', type: 'n8n-nodes-rewards-engagement.rewardsEngagementTrigger' },
	],
	evaluateExpression: (expression: string) => (expression.includes('$("Event")') ? 'e1' : undefined),
} as unknown as IExecuteFunctions;

const request = (amount: number): ApiRequest => ({
	method: 'PATCH',
	path: path`/pay/${'ada'}`,
	body: { amount },
});
const keysOf = (amounts: number[]) => {
	const keys = new AutomaticKeys(context);
	return amounts.map((amount, index) => keys.keyOf(request(amount), index));
};

it('gives every item a key of its own, the same ones in every run, whatever the order of the items', () => {
	const first = keysOf([1, 2, 1, 3, 1]);
	expect(new Set(first).size).toBe(5);
	expect(keysOf([1, 1, 1, 2, 3]).sort()).toEqual([...first].sort());
});

it('numbers items that ask for the very same thing', () => {
	const [first, second] = keysOf([1, 1]);
	expect(second).toBe(`${first} #2`);
});
