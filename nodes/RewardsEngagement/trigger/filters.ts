import { unsentProblem } from '../errors';
import type { Collection, Field, Values } from '../fields/field';
import { isNothing, plainValue } from '../fields/value';
import { numberSchema } from '../fields/number';
import type { ParameterReader } from '../fields/reader';
import { listedMember } from '../resources/member/listedMember';
import { currency } from '../resources/currency/fields';
import { eventTypes, type EventType } from '../resources/event/record';
import { storeItem } from '../resources/storeItem/fields';
import { quest } from '../resources/task/fields';
import { canonicalIds, type Subject } from '../resources/event/subject';

const QUEST_EVENTS: readonly EventType[] = ['quest.completed', 'quest.started'];
const POINTS_EVENTS: readonly EventType[] = ['member.points.awarded', 'quest.completed'];

const minimumAmount: Field<number> = {
	property: {
		displayName: 'Minimum Amount',
		type: 'number',
		default: 1,
		description:
			'Only events with at least this amount of points: awarded, given as a quest reward, or the item price',
	},
	schema: numberSchema,
};

const minimumNewBalance: Field<number> = {
	property: {
		displayName: 'Minimum New Balance',
		type: 'number',
		default: 1,
		description: 'Only awards that bring the member to at least this balance',
	},
	schema: numberSchema,
};

const fields = {
	currencyId: currency('Currency', { description: 'Only awards and quest rewards in this currency' }),
	itemId: storeItem('Item', { description: 'Only purchases of this store item' }),
	memberId: listedMember('Member', { description: 'Only events of this member' }),
	minimumAmount,
	minimumNewBalance,
	questId: quest('Quest', { description: 'Only events of this quest' }),
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

const NAMES = Object.keys(fields) as FilterName[];

/** The filters as the panel shows them. */
export const triggerFilters: Collection<typeof fields> = { name: 'filters', displayName: 'Filters', fields };

/**
 * The filters of a trigger.
 *
 * @throws {Problem} naming the filter that is empty, or whose value is not an ID or number
 */
export function filtersOf(parameters: ParameterReader): Filters {
	for (const name of NAMES) {
		const added = parameters.writtenIn(triggerFilters, name);
		// An added filter without a value would otherwise let everything pass, or nothing.
		if (added === undefined || !isNothing(plainValue(added))) continue;
		const { displayName } = fields[name].property;
		throw unsentProblem(
			`The filter "${displayName}" is empty`,
			`Enter a value for "${displayName}", or remove the filter.`,
		);
	}
	return parameters.ofCollection(triggerFilters)(0);
}

/**
 * Refuses a filter that no event of the chosen types can pass, because the workflow would never start. Types outside
 * the API document may have any values.
 *
 * @returns warnings about chosen events that never pass
 * @throws {Problem} naming the filter
 */
export function checkFilters(filters: Filters, types: readonly string[]): string[] {
	const known = eventTypes.filter(({ value }) => types.includes(value));
	return NAMES.flatMap((name) => {
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

/** Whether an event matches the filters. An event without the value does not match. */
export function passes(
	{ questIds, memberIds, itemIds, points, newBalance }: Subject,
	filters: Filters,
): boolean {
	const { questId, memberId, itemId, currencyId, minimumAmount, minimumNewBalance } = filters;
	const [currency] = canonicalIds([currencyId]);
	return (
		isAmong(questIds, questId) &&
		isAmong(memberIds, memberId) &&
		isAmong(itemIds, itemId) &&
		isAtLeast(newBalance, minimumNewBalance) &&
		((currency === undefined && minimumAmount === undefined) ||
			points.some(
				(one) =>
					(currency === undefined || one.currencyId === currency) && isAtLeast(one.amount, minimumAmount),
			))
	);
}

function isAmong(ids: readonly string[], wanted: string | undefined): boolean {
	return wanted === undefined || canonicalIds([wanted]).every((id) => ids.includes(id));
}

/** Whether a number is high enough. It may be text if JavaScript would change its digits. */
function isAtLeast(value: unknown, minimum: number | undefined): boolean {
	const text = typeof value === 'number' ? `${value}` : typeof value === 'string' ? value.trim() : '';
	return minimum === undefined || (text !== '' && Number(text) >= minimum);
}
