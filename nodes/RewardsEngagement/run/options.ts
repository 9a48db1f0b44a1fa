import type { Effect } from '../api/request';
import { POLICIES } from '../api/retry';
import type { Field, Fields } from '../fields/field';
import { limit } from '../fields/limit';
import { number } from '../fields/number';
import { flag } from '../fields/text';

/** How the requests of a run are sent: the options that a user may set for an operation. */
export interface RunOptions {
	/** The most items of a shared request. */
	batchSize?: number;
	/** The most requests at a time. */
	concurrency?: number;
	/** Show what would be sent, and send nothing. */
	dryRun?: boolean;
	/** The most that an item may move, as text with every digit. */
	maximumAmount?: string;
	/** The most that all items of a currency together may move in an execution, as text with every digit. */
	maximumTotal?: string;
	maximumWaitSeconds?: number;
	/** How often a request is retried. */
	retries?: number;
	timeoutSeconds?: number;
	maximumTotalWaitSeconds?: number;
}

const HOUR = 3600;

const batchSize = number('Batch Size', {
	description:
		'The maximum number of items per request. Items for another realm or with other options are sent separately.',
	default: 100,
	minimum: 1,
	maximum: 100,
	isWhole: true,
});

const concurrency = number('Concurrent Requests', {
	description:
		'How many requests to send in parallel. By default this adapts to the service, from 5 up to 50. Requests that are not safe to repeat are sent one at a time, in order.',
	default: 1,
	minimum: 1,
	maximum: 100,
	isWhole: true,
});

const dryRun: Field<boolean> = {
	...flag('Dry Run', {
		description:
			'Whether to validate everything and return the request that would be sent, without sending it',
	}),
	isGuard: true,
};

const maximumAmount = limit('Maximum Amount per Item', {
	description:
		'The most that one item may award, deduct or transfer. Items above it are rejected before anything is sent.',
});

const maximumTotal = limit('Maximum Total per Execution', {
	description:
		'The most to move of one currency in one execution, across all items, loops and tool calls. If a run would exceed it, nothing in that run is sent.',
});

const retries = number('Retries', {
	description:
		'How many times to retry after a temporary failure. By default, a 429 does not count. Requests that are not safe to repeat are retried only if the service certainly did not process them.',
	default: 4,
	minimum: 0,
	maximum: 100,
	isWhole: true,
});

const maximumWaitSeconds = number('Maximum Wait per Retry', {
	description:
		'The longest wait before a single retry, in seconds. If the service asks for a longer one, the request fails immediately.',
	default: 60,
	minimum: 0,
	maximum: HOUR,
});

const maximumTotalWaitSeconds = number('Maximum Total Wait (Seconds)', {
	description:
		'The longest total wait of one request, in seconds: in the queue, for the rate limit and between retries',
	default: 300,
	minimum: 0,
	maximum: 24 * HOUR,
});

const timeoutSeconds = (usual: number) =>
	number('Timeout (Seconds)', {
		description: 'How long to wait for the response to one request, in seconds',
		default: usual,
		minimum: 0.05,
		maximum: HOUR,
	});

export function optionFields({
	effect,
	isPlain,
	isSpending,
	isBulk,
	usualTimeoutSeconds = POLICIES.unattended.timeout / 1000,
}: {
	effect: Effect;
	/** Whether the result depends on one request alone. */
	isPlain: boolean;
	/** Whether the amount that it moves or spends is known. */
	isSpending: boolean;
	/** Whether several items share a request. */
	isBulk: boolean;
	/** The default timeout for a response. */
	usualTimeoutSeconds?: number;
}): Fields {
	return {
		...(effect === 'once' ? { dryRun } : {}),
		...(isBulk ? { batchSize } : {}),
		...(isSpending ? { maximumAmount, maximumTotal } : {}),
		...(isPlain ? { concurrency } : {}),
		retries,
		maximumWaitSeconds,
		maximumTotalWaitSeconds,
		timeoutSeconds: timeoutSeconds(usualTimeoutSeconds),
	};
}
