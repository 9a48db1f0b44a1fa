import type { Effect } from '../api/request';
import type { Field, Fields } from '../fields/field';
import { numberSchema, wholeNumberSchema } from '../fields/number';
import { flag } from '../fields/text';

/** How the requests of a run are made; the options that a person may set for an operation. */
export interface RunOptions {
	/** Ask identical reads once in a run. */
	askOnce?: boolean;
	/** Requests at a time. */
	concurrency?: number;
	longestWaitSeconds?: number;
	/** Merge searches of several items into one request. */
	mergeSearches?: boolean;
	/** How often a request is sent again. */
	retries?: number;
	timeoutSeconds?: number;
	totalWaitSeconds?: number;
}

const HOUR = 3600;

const askOnce = on(
	flag(
		'Ask Identical Reads Once',
		'Whether items that ask for the very same thing share one request and its answer within a run',
	),
);

const mergeSearches = on(
	flag(
		'Merge Searches',
		'Whether the searches of several items go out as one request where its answer can be told apart',
	),
);

const concurrency = number(
	'Concurrent Requests',
	1,
	wholeNumberSchema(1, 100),
	'How many requests are on their way at a time. Without this option it adapts to the service, and requests with an effect that a repeat would double go out one by one, in order.',
);

const retries = number(
	'Retries',
	4,
	wholeNumberSchema(0, 100),
	'How often a request is sent again after a failure that may pass. A request that a repeat would double is sent again only when the service surely did not act on it.',
);

const longestWaitSeconds = number(
	'Longest Wait (Seconds)',
	60,
	between(0, HOUR),
	'The longest single wait. If the service asks for a longer one, the request fails at once.',
);

const totalWaitSeconds = number(
	'Total Wait (Seconds)',
	300,
	between(0, 24 * HOUR),
	'How long the waits of one request may be together: for its turn, for the limit of the service, and before it is sent again',
);

const timeoutSeconds = number(
	'Timeout (Seconds)',
	30,
	between(0.05, HOUR),
	'How long to wait for the answer to one request',
);

/** The options of an operation. */
export function optionFields({
	effect,
	isPlain,
	isMergeable,
}: {
	effect: Effect;
	/** Its answer follows from one request alone. */
	isPlain: boolean;
	isMergeable: boolean;
}): Fields {
	return {
		...(effect === 'read' && isPlain ? { askOnce } : {}),
		...(isMergeable ? { mergeSearches } : {}),
		...(isPlain ? { concurrency } : {}),
		retries,
		longestWaitSeconds,
		totalWaitSeconds,
		timeoutSeconds,
	};
}

function number(
	displayName: string,
	defaultValue: number,
	schema: Field<number>['schema'],
	description: string,
): Field<number> {
	return { property: { displayName, type: 'number', default: defaultValue, description }, schema };
}

function between(lowest: number, highest: number) {
	return numberSchema.refine(
		(value) => value >= lowest && value <= highest,
		`must be a number from ${lowest} to ${highest}`,
	);
}

/** A switch that is on unless it is turned off. */
function on(field: Field<boolean>): Field<boolean> {
	return { ...field, property: { ...field.property, default: true } };
}
