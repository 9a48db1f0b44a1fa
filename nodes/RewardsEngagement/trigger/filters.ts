import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { InvalidParameter } from '../errors/invalidParameter';
import { isNothing } from '../fields/given';
import { checkValue, readParameter, type ParameterContext } from '../fields/readParameter';
import { numberSchema } from '../fields/number';
import { idSchema } from '../fields/text';
import { member } from '../resources/member/fields';
import { currency } from '../resources/currency/fields';
import { eventTypes, type EventType } from '../resources/event/record';
import { storeItem } from '../resources/storeItem/fields';
import { quest } from '../resources/task/fields';
import { canonicalIds, type Subject } from '../resources/event/subject';

/** What an event must be about to start the workflow. All that is set must hold. */
export interface Filters {
	questId?: string;
	memberId?: string;
	itemId?: string;
	currencyId?: string;
	minimumAmount?: number;
	minimumNewBalance?: number;
}

type FilterName = keyof Filters;

const QUEST_EVENTS: readonly EventType[] = ['quest.completed', 'quest.started'];
const POINTS_EVENTS: readonly EventType[] = ['member.points.awarded', 'quest.completed'];

/** The documented events that hold what a filter asks for (API document, section 6.2); all of them unless named. */
const HOLDERS: { readonly [Name in FilterName]?: readonly EventType[] } = {
	questId: QUEST_EVENTS,
	itemId: ['store.purchase.completed'],
	currencyId: POINTS_EVENTS,
	minimumAmount: [...POINTS_EVENTS, 'store.purchase.completed'],
	minimumNewBalance: ['member.points.awarded'],
};

/** The filters as the panel shows them. */
export const triggerFilters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Only events that match all filters start the workflow. Other events are acknowledged and ignored.',
	options: [
		{
			...currency('Currency', {
				description: 'Only awards and quest rewards in this currency',
			}).property,
			name: 'currencyId',
		},
		{ ...storeItem('Item', { description: 'Only purchases of this store item' }).property, name: 'itemId' },
		{ ...member('Member', { description: 'Only events of this member' }).property, name: 'memberId' },
		{
			displayName: 'Minimum Amount',
			name: 'minimumAmount',
			type: 'number',
			default: 1,
			description:
				'Only events with at least this amount of points: awarded, given as a quest reward, or the item price',
		},
		{
			displayName: 'Minimum New Balance',
			name: 'minimumNewBalance',
			type: 'number',
			default: 1,
			description: 'Only awards that bring the member to at least this balance',
		},
		{ ...quest('Quest', { description: 'Only events of this quest' }).property, name: 'questId' },
	],
};

const NAMES = triggerFilters.options as INodeProperties[];

/**
 * The filters of a trigger.
 *
 * @throws {InvalidParameter} naming the filter that is empty, or whose value is no id or number
 */
export function filtersOf(context: ParameterContext): Filters {
	const given = readParameter(context, triggerFilters) as Readonly<Record<string, unknown>>;
	const entries = NAMES.filter(({ name }) => Object.hasOwn(given, name)).map((shown) => [
		shown.name,
		valueOf(shown, given[shown.name]),
	]);
	return Object.fromEntries(entries) as Filters;
}

function valueOf({ displayName, type }: INodeProperties, value: unknown): string | number | undefined {
	// One that was added and never filled in would otherwise let everything pass, or nothing.
	if (isNothing(value)) {
		throw new InvalidParameter(
			`The filter "${displayName}" is empty`,
			`Enter a value for "${displayName}", or remove the filter.`,
		);
	}
	const schema: z.ZodType<string | number, z.ZodTypeDef, unknown> =
		type === 'number' ? numberSchema : idSchema;
	return checkValue(displayName, schema, value, 'The filter ');
}

/**
 * Refuses a filter that no event of the chosen types can pass: the workflow would wait in vain. Types that the API
 * document does not have may hold anything.
 *
 * @returns what a person may not have meant, in words: events that are chosen and never pass
 * @throws {InvalidParameter} naming the filter
 */
export function checkFilters(filters: Filters, types: readonly string[]): string[] {
	const known = eventTypes.filter(({ value }) => types.includes(value));
	return NAMES.flatMap(({ name, displayName }) => {
		const holders = HOLDERS[name as FilterName];
		if (!holders || filters[name as FilterName] === undefined) return [];
		const strangers = known.filter(({ value }) => !holders.includes(value));
		const names = strangers.map((stranger) => `"${stranger.name}"`).join(', ');
		if (strangers.length > 0 && strangers.length === types.length) {
			throw new InvalidParameter(
				`No chosen event can pass the filter "${displayName}": ${names} ${strangers.length === 1 ? 'holds' : 'hold'} no such value`,
				'Remove the filter, or choose an event that it is about.',
			);
		}
		return strangers.length === 0 ? [] : [`The filter "${displayName}" keeps out every event ${names}.`];
	});
}

/** Whether an event is about what the filters ask for. One that does not hold the value does not pass. */
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

/** Whether a number is high enough, also one that is text because JavaScript would change its digits. */
function isAtLeast(value: unknown, minimum: number | undefined): boolean {
	const text = typeof value === 'number' ? `${value}` : typeof value === 'string' ? value.trim() : '';
	return minimum === undefined || (text !== '' && Number(text) >= minimum);
}
