import type { Effect } from '../api/request';
import { UNATTENDED } from '../api/retryPolicy';
import type { Fields } from '../fields/field';
import { limit } from '../fields/limit';
import { number } from '../fields/number';
import { flag } from '../fields/text';

/** How the requests of a run are made; the options that a person may set for an operation. */
export interface RunOptions {
	/** Ask identical reads once in a run. */
	askOnce?: boolean;
	/** Items of a request, where several share one. */
	batchSize?: number;
	/** Requests at a time. */
	concurrency?: number;
	/** Show what would be sent, and send nothing. */
	dryRun?: boolean;
	/** The most that an item may move; text with every digit. */
	highestAmount?: string;
	/** The most that all items of a currency may move in an execution; text with every digit. */
	highestTotal?: string;
	longestWaitSeconds?: number;
	/** Merge searches of several items into one request. */
	mergeSearches?: boolean;
	/** How often a request is sent again. */
	retries?: number;
	timeoutSeconds?: number;
	totalWaitSeconds?: number;
}

const HOUR = 3600;

const askOnce = flag('Ask Identical Reads Once', {
	description: 'Whether items that ask for the very same thing share one request and its answer within a run',
	default: true,
});

const mergeSearches = flag('Merge Searches', {
	description:
		'Whether the searches of several items go out as one request where its answer can be told apart',
	default: true,
});

const batchSize = number('Batch Size', {
	description:
		'How many items go out in one request at the most. Items in another realm, or with other options, have requests of their own.',
	default: 100,
	minimum: 1,
	maximum: 100,
	isWhole: true,
});

const concurrency = number('Concurrent Requests', {
	description:
		'How many requests are on their way at a time. Without this option it adapts to the service, and requests with an effect that a repeat would double go out one by one, in order.',
	default: 1,
	minimum: 1,
	maximum: 100,
	isWhole: true,
});

const dryRun = flag('Dry Run', {
	description:
		'Whether to read and check everything and give the request that would be sent, without sending or recording anything',
});

const highestAmount = limit('Highest Amount', {
	description:
		'The most that one item may move. Where an item would move more, it is refused before anything is sent. What is taken away counts as what is given.',
});

const highestTotal = limit('Highest Total', {
	description:
		'The most that this node may move of a currency in one execution, all its items, loops and tool calls together. Where a run would pass it, nothing of that run is sent. The default currency counts by itself.',
});

const retries = number('Retries', {
	description:
		'How often a request is sent again after a failure that may pass. A request that a repeat would double is sent again only when the service surely did not act on it. Left out, it is 4, and a refusal for the limit does not count while other requests get through.',
	default: 4,
	minimum: 0,
	maximum: 100,
	isWhole: true,
});

const longestWaitSeconds = number('Longest Wait (Seconds)', {
	description: 'The longest single wait. If the service asks for a longer one, the request fails at once.',
	default: 60,
	minimum: 0,
	maximum: HOUR,
});

const totalWaitSeconds = number('Total Wait (Seconds)', {
	description:
		'How long the waits of one request may be together: for its turn, for the limit of the service, and before it is sent again',
	default: 300,
	minimum: 0,
	maximum: 24 * HOUR,
});

const timeoutSeconds = (usual: number) =>
	number('Timeout (Seconds)', {
		description: 'How long to wait for the answer to one request',
		default: usual,
		minimum: 0.05,
		maximum: HOUR,
	});

/** The options of an operation. */
export function optionFields({
	effect,
	isPlain,
	isMergeable,
	isSpending,
	isBulk,
	usualTimeoutSeconds = UNATTENDED.timeout / 1000,
}: {
	effect: Effect;
	/** Its answer follows from one request alone. */
	isPlain: boolean;
	isMergeable: boolean;
	/** It says what it moves or spends. */
	isSpending: boolean;
	/** Several items share a request. */
	isBulk: boolean;
	/** How long it waits for an answer where nobody says. */
	usualTimeoutSeconds?: number;
}): Fields {
	return {
		...(effect === 'read' && isPlain ? { askOnce } : {}),
		...(isMergeable ? { mergeSearches } : {}),
		...(effect === 'once' ? { dryRun } : {}),
		...(isBulk ? { batchSize } : {}),
		...(isSpending ? { highestAmount, highestTotal } : {}),
		...(isPlain ? { concurrency } : {}),
		retries,
		longestWaitSeconds,
		totalWaitSeconds,
		timeoutSeconds: timeoutSeconds(usualTimeoutSeconds),
	};
}
