import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../harness/workflows/byId';
import type { Kinds } from './paymentStoryKinds';
import { CORRECTION } from './paymentStoryWishes';
import type { Payer, Shape } from './paymentStoryWorkflow';
import type { TestService } from './sandbox';

/** The kinds of payments: the operation and the recipients. */
export const WAYS = [
	'member.updateBalance',
	'member.updateBalances',
	'memberCredential.updateBalance',
	'memberCredential.updateBalances',
] as const;

/** The workflow of a story, and how its items are written. */
export interface Plan extends Shape {
	way: (typeof WAYS)[number];
	batchSize: number;
	/** How often failed items return to the node. */
	again: number;
	/** Whether items with an unknown outcome return too. */
	isDaring: boolean;
	/** The extra amount of the second node. */
	extra: number;
	/** Whether the input names recipients by email. */
	isByEmail: boolean;
	/** Whether it names initiators by email. They do not distinguish two payments. */
	namesInitiators: boolean;
	/** Whether one of the two nodes pays in bulk, and the other one does not. */
	isMixed: boolean;
	/** Whether n8n saves the data of the execution after each node. */
	savesProgress: boolean;
	/** What a person has corrected in the paying nodes since the first execution. */
	correction?: 'amount' | 'currency' | 'operation';
}

/**
 * The parameters of a paying node.
 *
 * @param isDry whether all items are only shown
 */
export function parametersOf(
	payer: Payer,
	plan: Plan,
	{ service, kinds, isDry }: { service: TestService; kinds: Kinds; isDry: boolean },
): INodeParameters {
	const { way, batchSize, isByEmail, namesInitiators, isMixed, isTool, correction } = plan;
	const [resource = '', own = ''] = way.split('.');
	const isOther = (payer === 'Fee' && isMixed) !== (correction === 'operation');
	const isBulk = (own === 'updateBalances') !== isOther;
	const extra = payer === 'Fee' ? plan.extra : 0;
	const { stars, gems } = service.ids.currencies;
	const currency = byId(correction === 'currency' ? gems : stars);
	const more = extra + (correction === 'amount' ? CORRECTION : 0);
	const member = (value: string, byEmail: boolean) => ({
		__rl: true,
		mode: byEmail ? 'email' : 'id',
		value,
	});
	const to = isTool ? "={{ $fromAI('to') }}" : '={{ $json.to }}';
	const amount = isTool ? "$fromAI('amount', '', 'number')" : '$json.amount';
	return {
		resource,
		operation: isBulk ? 'updateBalances' : 'updateBalance',
		...(resource === 'member'
			? { serviceId: member(to, isByEmail), currencyId: currency }
			: { type: 'custom', value: to, source: 'shop', realmPointId: currency }),
		amount: more > 0 ? `={{ Number(${amount}) + ${more} }}` : `={{ ${amount} }}`,
		additionalFields: isTool ? {} : { initiatorId: member('={{ $json.initiator }}', namesInitiators) },
		...(plan.origin === 'key' && { repeatProtection: 'key', idempotencyKey: '={{ $json.key }}' }),
		options: {
			retries: 0,
			...(isBulk && { batchSize }),
			...(isDry ? { dryRun: true } : kinds.has('dryRuns') && !isTool && { dryRun: '={{ $json.isDry }}' }),
		},
	};
}
