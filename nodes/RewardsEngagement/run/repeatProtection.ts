import { z } from 'zod';

import type { Client } from '../api/client';
import type { Effect, OperationRequest } from '../api/request';
import type { Field, Fields } from '../fields/field';
import { isNothing } from '../fields/given';
import { checkWords, wordsOf } from '../fields/keyText';
import type { ParameterReader } from '../fields/parameterReader';
import { id } from '../fields/text';
import type { TriggerEventResolver } from '../idempotency/triggerEventResolver';
import { fingerprintOf } from '../idempotency/fingerprint';
import { fullKey, type KeyScope } from '../idempotency/keyWords';
import type { KeyedItem, RunKeys } from '../idempotency/runKeys';
import { dateText } from '../shared/dateText';
import type { RunSummary } from './hints';

type Protection = 'automatic' | 'key' | 'off';

const repeatProtection: Field<Protection> = {
	property: {
		displayName: 'Repeat Protection',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					"Sends each request once per execution, retries included. After this package's triggers or Event → Verify: once per event, even if it is redelivered. Test executions are independent.",
			},
			{
				name: 'By Key',
				value: 'key',
				description:
					'Sends each request once per key that you provide (idempotency key), across all executions',
			},
			{ name: 'Off', value: 'off', description: 'Sends the request every time the node runs' },
		],
		default: 'automatic',
		description: 'How to prevent duplicates if this runs again (idempotency)',
		builderHint: {
			propertyHint:
				'Keep "automatic" in a workflow that a trigger of this package starts. If another workflow may start twice for the same thing, choose "key". Set idempotencyKey to a value that is unique to this thing, such as an order number, or a member and a month.',
		},
	},
	schema: z.enum(['automatic', 'key', 'off'], {
		errorMap: () => ({ message: 'must be automatic, key or off' }),
	}),
	isFixed: true,
	// n8n does not save a parameter that equals its default.
	whenEmpty: 'automatic',
};

const KEY = id('Idempotency Key', {
	description:
		'Idempotency key. The request is sent only once per key, even across executions, retries and redelivered events. Use a value that is unique to this payment, such as an order ID.',
	placeholder: 'e.g. {{ $json.orderId }}',
	hint: 'Each node remembers about the last 25,000 keys',
});

const idempotencyKey: Field<string> = {
	...KEY,
	// A date, alone or in a text, distinguishes the payments of two days.
	schema: z.preprocess((given) => dateText(given) ?? given, KEY.schema),
	property: { ...KEY.property, displayOptions: { show: { repeatProtection: ['key'] } } },
};

/** The parameters for repeat protection, for operations with the effect `once`. */
export function protectionFields(effect: Effect | undefined): Fields {
	return effect === 'once' ? { repeatProtection, idempotencyKey } : {};
}

/** Everything that the items of a run share. */
export interface Protecting {
	client: Pick<Client, 'connection'>;
	parameters: ParameterReader;
	events: TriggerEventResolver;
	keys: Pick<RunKeys, 'own'>;
	summary: Pick<RunSummary, 'eventless'>;
	nodeId: string;
}

/**
 * The key of an item, if it needs one. It needs one if the user chose keys. With automatic protection, it needs one
 * if its effect is `once`.
 *
 * @param realmId of the request, by default the credential's
 * @throws {Problem} if the parameters do not give a key
 */
export function keyedItem(
	{ client, parameters, events, keys, summary, nodeId }: Protecting,
	itemIndex: number,
	request: OperationRequest,
	realmId: unknown,
): KeyedItem | undefined {
	const protection = parameters.field('repeatProtection', repeatProtection, itemIndex);
	if (protection === 'off' || (protection === 'automatic' && request.policy.effect !== 'once')) {
		return undefined;
	}
	const { baseUrl, realmId: usual } = client.connection;
	const scope: KeyScope = { nodeId, baseUrl, realmId: typeof realmId === 'string' ? realmId : usual };
	const fingerprint = fingerprintOf(request);
	if (protection === 'key') {
		const key = fullKey(keyWords(parameters, itemIndex), scope);
		return { itemIndex, isNumbered: false, delivery: '', fingerprint, keyOf: () => key };
	}
	const event = events.of(itemIndex);
	if (event === undefined && keys.own.runIndex === 0 && !events.isLeftOut)
		summary.eventless ??= events.mayBeHidden ? 'called' : 'started';
	const kind = `${event?.id ?? keys.own.data.saved.origin} ${fingerprint}`;
	const first = fullKey(kind, scope);
	const keyOf = (number: number) => (number === 1 ? first : fullKey(`${kind} #${number}`, scope));
	return { itemIndex, isNumbered: true, isOwn: !event, delivery: event?.delivery ?? '', keyOf };
}

/** The user's key for an item, with its expressions evaluated. */
function keyWords(parameters: ParameterReader, itemIndex: number): string {
	const parts = parameters.partsOf('idempotencyKey', itemIndex);
	const isEmpty = parts?.every((part) => isNothing('text' in part ? part.text : part.value));
	const words =
		parts && !isEmpty
			? parameters.checked(idempotencyKey, wordsOf(parts))
			: parameters.field('idempotencyKey', idempotencyKey, itemIndex);
	checkWords(words, parameters.written('idempotencyKey', ''));
	return words;
}
