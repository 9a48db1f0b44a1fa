import type { IExecuteFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { InvalidParameter } from '../errors/invalidParameter';
import { names } from '../fields/names';
import { numberSchema } from '../fields/number';
import { atItem, checkValue, readParameter, shownAs, type ShownParameter } from '../fields/readParameter';
import { realmId } from '../fields/realm';
import { idSchema } from '../fields/text';
import { oneOf, saying } from '../fields/words';
import { balanceReached } from './feeds/balanceReached';
import { exportFinished } from './feeds/exportFinished';
import { memberJoined } from './feeds/memberJoined';
import { purchaseFinalized, purchaseMade } from './feeds/purchases';
import { questChanged } from './feeds/questChanged';
import { raffleDrawn } from './feeds/raffleDrawn';
import type { Feed } from './feed';
import { POLLED_EVENTS, properties, type PolledEventName } from './properties';

/** What the trigger asks for. */
export interface PollSettings {
	feeds: ReadonlyArray<readonly [PolledEventName, Feed]>;
	/** The realm that the trigger names, or an empty text: then it is the credential's. */
	realmId: string;
	/** How many of the latest are emitted at first. */
	latest: number;
}

/** Where parameters are read: in a poll, or in a test run. */
export type PollContext = IPollFunctions | IExecuteFunctions;

const MAX_LATEST = 100;

const eventList = z.array(oneOf(...POLLED_EVENTS), saying('must be a list of events'));

const latestSchema = numberSchema.refine(
	(value) => Number.isInteger(value) && value >= 0 && value <= MAX_LATEST,
	`must be a whole number from 0 to ${MAX_LATEST}`,
);

/**
 * Reads the parameters.
 *
 * @throws {InvalidParameter} naming the one that is missing or wrong
 */
export function settingsOf(context: PollContext): PollSettings {
	// In a test run the parameters are read for the first item, which is the only one.
	const place = 'getInputData' in context ? atItem(context, 0) : context;
	const given = <T>(shown: ShownParameter, schema: z.ZodType<T, z.ZodTypeDef, unknown>): T | undefined =>
		checkValue(shown.displayName, schema, readParameter(place, shown));
	const events = given(properties.events, eventList) ?? [];
	if (events.length === 0) throw new InvalidParameter('No event is chosen', 'Choose at least one event.');
	const feeds: Record<PolledEventName, () => unknown> = {
		'balance.reached': () =>
			balanceReached(
				given(properties.currencyId, idSchema) ?? '',
				needed(properties.threshold, given(properties.threshold, numberSchema)),
			),
		'export.finished': () =>
			exportFinished(needed(properties.jobIds, given({ ...properties.jobIds, isName: true }, jobIds))),
		'member.joined': () => memberJoined,
		'store.purchase.completed': () => purchaseMade,
		'store.purchase.finalized': () => purchaseFinalized,
		'quest.changed': () => questChanged,
		'raffle.drawn': () => raffleDrawn,
	};
	const options = readParameter(place, properties.options) as { includeRecentEvents?: unknown };
	return {
		feeds: [...new Set(events)].map((event) => [event, feeds[event]() as Feed] as const),
		realmId: given(shownAs('realmId', realmId), idSchema) ?? '',
		latest: checkValue('Include Recent Events', latestSchema, options.includeRecentEvents) ?? 0,
	};
}

const jobIds = names('Job IDs', { description: '', placeholder: '' }).schema;

function needed<T>({ displayName }: INodeProperties, value: T | undefined): T {
	if (value !== undefined) return value;
	throw new InvalidParameter(`"${displayName}" is empty`, `Fill in "${displayName}".`);
}
