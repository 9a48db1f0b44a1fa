import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { Effect } from '../api/request';
import { POLICIES } from '../api/retry';
import { type Field, type Fields, saying, type Values } from '../fields/field';
import { limit, number } from '../fields/number';
import { flag, id } from '../fields/text';
import { dateText } from '../shared/times';

const HOUR = 3600;

const timeout = (usual = POLICIES.unattended.timeout / 1000) =>
	number('Timeout (Seconds)', {
		description: 'How long to wait for the response to one request, in seconds',
		default: usual,
		minimum: 0.05,
		maximum: HOUR,
	});

/** How the requests of a run are sent: the options that a user may set for an operation. */
const OPTIONS = {
	batchSize: number('Batch Size', {
		description:
			'The maximum number of items per request. Items for another realm or with other options are sent separately.',
		default: 100,
		minimum: 1,
		maximum: 100,
		isWhole: true,
	}),
	concurrency: number('Concurrent Requests', {
		description:
			'How many requests to send in parallel. By default this adapts to the service, from 5 up to 50. Requests that are not safe to repeat are sent one at a time, in order.',
		default: 1,
		minimum: 1,
		maximum: 100,
		isWhole: true,
	}),
	dryRun: {
		...flag('Dry Run', {
			description:
				'Whether to validate everything and return the request that would be sent, without sending it',
		}),
		isGuard: true,
	},
	maximumAmount: limit('Maximum Amount per Item', {
		description:
			'The most that one item may award, deduct or transfer. Items above it are rejected before anything is sent.',
	}),
	maximumTotal: limit('Maximum Total per Execution', {
		description:
			'The most to move of one currency in one execution, across all items, loops and tool calls. If a run would exceed it, nothing in that run is sent.',
	}),
	retries: number('Retries', {
		description:
			'How many times to retry after a temporary failure. By default, a 429 does not count. Requests that are not safe to repeat are retried only if the service certainly did not process them.',
		default: 4,
		minimum: 0,
		maximum: 100,
		isWhole: true,
	}),
	maximumWaitSeconds: number('Maximum Wait per Retry', {
		description:
			'The longest wait before a single retry, in seconds. If the service asks for a longer one, the request fails immediately.',
		default: 60,
		minimum: 0,
		maximum: HOUR,
	}),
	maximumTotalWaitSeconds: number('Maximum Total Wait (Seconds)', {
		description:
			'The longest total wait of one request, in seconds: in the queue, for the rate limit and between retries',
		default: 300,
		minimum: 0,
		maximum: 24 * HOUR,
	}),
	timeoutSeconds: timeout(),
};

/** The options that a user has set. The limits are text with every digit. */
export type RunOptions = Partial<Values<typeof OPTIONS>>;

/** What decides the options of an operation. */
interface Optioned {
	effect: Effect;
	isOffline?: true;
	usualTimeoutSeconds?: number;
	perform?: unknown;
	spends?: unknown;
	bulk?: unknown;
}

/** The options of an operation with an endpoint. */
export function optionsOf(operation: Optioned): Fields {
	if (operation.isOffline) return {};
	const { batchSize, concurrency, dryRun, maximumAmount, maximumTotal, ...others } = OPTIONS;
	const { effect, perform, spends, bulk, usualTimeoutSeconds } = operation;
	return {
		...(effect === 'once' ? { dryRun } : {}),
		...(bulk ? { batchSize } : {}),
		...(spends ? { maximumAmount, maximumTotal } : {}),
		// Only if the result depends on one request alone.
		...(perform ? {} : { concurrency }),
		...others,
		...(usualTimeoutSeconds === undefined ? {} : { timeoutSeconds: timeout(usualTimeoutSeconds) }),
	};
}

export const repeatProtection: Field<'automatic' | 'key' | 'off'> = {
	property: {
		displayName: 'Repeat Protection',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Sends each request once per execution, or per event of a trigger or "Event: Verify"',
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
		description:
			'How to prevent duplicates if this runs again (idempotency). "Automatic" covers retries and redelivered events. Test executions are independent.',
		builderHint: {
			propertyHint:
				'Keep "automatic" in a workflow that a trigger of this package starts. If another workflow may start twice for the same thing, choose "key". Set idempotencyKey to a value that is unique to this thing, such as an order number, or a member and a month.',
		},
	},
	schema: z.enum(['automatic', 'key', 'off'], saying('must be automatic, key or off')),
	isFixed: true,
	// n8n does not save a parameter that equals its default.
	whenEmpty: 'automatic',
};

const KEY = id('Idempotency Key', {
	description:
		'Idempotency key. The request is sent only once per key, even across executions, retries and redelivered events.',
	placeholder: 'e.g. {{ $json.orderId }}',
	hint: 'Each node remembers about the last 25,000 keys',
});

export const idempotencyKey: Field<string> = {
	...KEY,
	// `run/itemKey.ts` names the empty part of a key, in all forms of keys.
	isName: false,
	// A date, alone or in a text, distinguishes the payments of two days.
	schema: z.preprocess((given) => dateText(given) ?? given, KEY.schema),
	property: { ...KEY.property, displayOptions: { show: { repeatProtection: ['key'] } } },
};

/** The parameters for repeat protection, for operations with the effect `once`. The help names a fitting key. */
export function protectionFields(operation: { name: string; effect?: Effect; spends?: unknown }): Fields {
	if (operation.effect !== 'once') return {};
	const { property } = idempotencyKey;
	const description = `${property.description} Use a value that is unique to ${subjectOf(operation)}.`;
	return { repeatProtection, idempotencyKey: { ...idempotencyKey, property: { ...property, description } } };
}

/** n8n shows no hints for the tool of an agent, so its panel says what pays again. */
export const toolNotice: INodeProperties = {
	displayName:
		"A model may call this tool twice, and each call acts. To act once per message, set Repeat Protection to By Key, such as: {{ $('When chat message received').first().json.sessionId }}-{{ $('When chat message received').first().json.chatInput }}",
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true], repeatProtection: ['automatic'] } },
};

function subjectOf({ name, spends }: { name: string; spends?: unknown }): string {
	if (spends) return 'this payment, such as an order ID';
	if (/^(create|duplicate)/.test(name)) return 'the new record, such as its ID in your system';
	return 'this request, such as the ID of an event';
}
