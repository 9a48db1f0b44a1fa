import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/nodes';
import { processedValues, store } from './processedValues';
import type { TestService } from './sandbox';

/** What a test file knows of the payments of its current test. */
export interface Payouts {
	/** The amounts that the ledger moved to each member, in order. */
	to(...members: string[]): number[][];
}

/** Each test starts with an empty store of n8n, and sees only its own payments. */
export function usePayouts(service: TestService): Payouts {
	let before = 0;
	beforeEach(() => {
		processedValues.clear();
		before = service.control.ledger().entries.length;
	});
	afterEach(() => {
		for (const setting of ['failure', 'wait', 'written'] as const) delete store[setting];
	});
	return {
		to: (...members) => {
			const entries = service.control.ledger().entries.slice(before);
			return members.map((member) => entries.filter(({ to }) => to === member).map(({ amount }) => amount));
		},
	};
}

/** Parameters that award the amount in an item to the member in it, and send each request once. */
export function award(service: TestService, more: INodeParameters = {}): INodeParameters {
	return {
		resource: 'member',
		operation: 'updateBalance',
		serviceId: byId('={{ $json.to }}'),
		currencyId: byId(service.ids.currencies.stars),
		amount: '={{ $json.amount ?? 5 }}',
		options: { retries: 0 },
		...more,
	};
}

/** Parameters that transfer 5 of the default currency from the bonus pool to Ada. */
export function transferToAda(service: TestService, more: INodeParameters = {}): INodeParameters {
	return {
		resource: 'member',
		operation: 'transferBalance',
		serviceId: byId(service.ids.members.bonusPool),
		recipientId: byId(service.ids.members.ada),
		currencyId: byId(''),
		amount: 5,
		...more,
	};
}
