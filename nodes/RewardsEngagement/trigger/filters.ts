import type { IWebhookFunctions } from 'n8n-workflow';

import { Client } from '../api/client';
import { POLICIES } from '../api/retry';
import { toProblem, unsentProblem, UNSENT } from '../errors';
import type { Collection, Field, Values } from '../fields/field';
import { numberSchema } from '../fields/number';
import { currency } from '../resources/currency/fields';
import type { Event } from '../resources/event/readEvent';
import { eventTypes, type EventType } from '../resources/event/record';
import { canonicalIds, subjectOf, type Subject } from '../resources/event/subject';
import { listedMember } from '../resources/member/listedMember';
import { isOneOf } from '../resources/storeItem/bothIds';
import { storeItem } from '../resources/storeItem/fields';
import { quest } from '../resources/task/fields';
import { notice } from './answers';

const QUEST_EVENTS: readonly EventType[] = ['quest.completed', 'quest.started'];
const POINTS_EVENTS: readonly EventType[] = ['member.points.awarded', 'quest.completed'];

/** A filter that is empty would let everything pass, or nothing. So it is refused. */
const needed = <T>(field: Field<T>): Field<T> => ({ ...field, isGuard: true });

const atLeast = (displayName: string, description: string): Field<number> =>
	needed({ property: { displayName, type: 'number', default: 1, description }, schema: numberSchema });

const fields = {
	currencyId: needed(currency('Currency', { description: 'Only awards and quest rewards in this currency' })),
	itemId: needed(storeItem('Item', { description: 'Only purchases of this store item' })),
	memberId: needed(listedMember('Member', { description: 'Only events of this member' })),
	minimumAmount: atLeast(
		'Minimum Amount',
		'Only events with at least this amount of points: awarded, given as a quest reward, or the item price',
	),
	minimumNewBalance: atLeast(
		'Minimum New Balance',
		'Only awards that bring the member to at least this balance',
	),
	questId: needed(quest('Quest', { description: 'Only events of this quest' })),
};

/** The conditions on an event that starts the workflow. All that are set must hold. */
export type Filters = Readonly<Partial<Values<typeof fields>>>;

type FilterName = keyof typeof fields;

/** The documented events that have the value of a filter (API document, section 6.2). By default, all. */
const HOLDERS: { readonly [Name in FilterName]?: readonly EventType[] } = {
	questId: QUEST_EVENTS,
	itemId: ['store.purchase.completed'],
	currencyId: POINTS_EVENTS,
	minimumAmount: [...POINTS_EVENTS, 'store.purchase.completed'],
	minimumNewBalance: ['member.points.awarded'],
};

/** The filters as the panel shows them. */
export const triggerFilters: Collection<typeof fields> = { name: 'filters', displayName: 'Filters', fields };

/**
 * Refuses a filter that no event of the chosen types can pass, because the workflow would never start. Types outside
 * the API document may have any values.
 *
 * @returns warnings about chosen events that never pass
 * @throws {Problem} naming the filter
 */
export function checkFilters(filters: Filters, types: readonly string[]): string[] {
	const known = eventTypes.filter(({ value }) => types.includes(value));
	return (Object.keys(fields) as FilterName[]).flatMap((name) => {
		const holders = HOLDERS[name];
		if (!holders || filters[name] === undefined) return [];
		const { displayName } = fields[name].property;
		const strangers = known.filter(({ value }) => !holders.includes(value));
		const names = strangers.map((stranger) => `"${stranger.name}"`).join(', ');
		if (strangers.length > 0 && strangers.length === types.length) {
			throw unsentProblem(
				`No chosen event can pass the filter "${displayName}": ${names} ${strangers.length === 1 ? 'contains' : 'contain'} no such value`,
				'Remove the filter, or choose an event that contains this value.',
			);
		}
		return strangers.length === 0 ? [] : [`The filter "${displayName}" excludes every event ${names}.`];
	});
}

/**
 * Whether an event matches the filters. An event without the value does not match.
 *
 * @param realmId the realm that the trigger names, if it does
 * @throws {Problem} when an item cannot be looked up now: the event must be redelivered
 */
export async function passesFilters(
	context: IWebhookFunctions,
	event: Event,
	filters: Filters,
	realmId: string,
): Promise<boolean> {
	const subject = subjectOf(event);
	const { questIds, memberIds, itemIds, newBalance } = subject;
	const { questId, memberId, itemId, minimumNewBalance } = filters;
	const passesOthers =
		isAmong(questIds, questId) &&
		isAmong(memberIds, memberId) &&
		isAtLeast(newBalance, minimumNewBalance) &&
		hasPoints(subject, filters);
	if (!passesOthers) return false;
	if (isAmong(itemIds, itemId)) return true;
	if (itemIds.length === 0) return false;
	// The event may have the other ID of the store item.
	const client = await Client.open(context, POLICIES.delivery);
	const realm = realmId || client.connection.realmId;
	return await isOneOf(client, realm, itemId, itemIds, (thrown) => noticeRefusal(context, thrown));
}

function isAmong(ids: readonly string[], wanted: string | undefined): boolean {
	return wanted === undefined || canonicalIds([wanted]).every((id) => ids.includes(id));
}

/** Whether the same points have the currency and the amount. */
function hasPoints({ points }: Subject, { currencyId, minimumAmount }: Filters): boolean {
	if (currencyId === undefined && minimumAmount === undefined) return true;
	const [currency] = canonicalIds([currencyId]);
	return points.some(
		(one) => (currency === undefined || one.currencyId === currency) && isAtLeast(one.amount, minimumAmount),
	);
}

/** Whether a number is high enough. It may be text if JavaScript would change its digits. */
function isAtLeast(value: unknown, minimum: number | undefined): boolean {
	const text = typeof value === 'number' ? `${value}` : typeof value === 'string' ? value.trim() : '';
	return minimum === undefined || (text !== '' && Number(text) >= minimum);
}

/** @throws {Problem} when a later try may succeed */
function noticeRefusal(context: IWebhookFunctions, thrown: unknown): void {
	const { message, status = 500 } = toProblem(thrown, UNSENT).told;
	if (status === 401 || status === 408 || status === 429 || status >= 500) {
		throw unsentProblem(`The item of the filter "Item" cannot be looked up: ${message}`);
	}
	const effect = 'an event that names it by its other ID does not pass';
	notice(context, 'item', `cannot look up the item of its filter "Item", so ${effect}: ${message}`);
}
