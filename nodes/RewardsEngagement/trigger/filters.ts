import type { INodeProperties } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { isNothing } from '../fields/given';
import { readParameter, type ParameterContext } from '../fields/readParameter';
import { numberSchema } from '../fields/number';
import { idSchema } from '../fields/text';
import { canonicalText } from '../shared/canonical';
import { member } from '../resources/member/fields';
import { currency } from '../resources/currency/fields';
import { eventTypes, type EventType } from '../resources/event/record';
import { storeItem } from '../resources/storeItem/fields';
import { quest } from '../resources/task/fields';
import { isRecord } from '../shared/json';
import type { Event } from '../resources/event/readEvent';

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

/** Points that an event tells of: awarded, given as a reward, or paid for an item. */
interface Points {
	amount: unknown;
	currencyId: unknown;
}

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

function valueOf({ displayName, type }: INodeProperties, value: unknown): string | number {
	// One that was added and never filled in would otherwise let everything pass, or nothing.
	if (isNothing(value)) {
		throw new InvalidParameter(
			`The filter "${displayName}" is empty`,
			`Enter a value for "${displayName}", or remove the filter.`,
		);
	}
	const schema = type === 'number' ? numberSchema : idSchema;
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw new InvalidParameter(
		`The filter "${displayName}" ${issue?.message ?? 'is not valid'}`,
		`Correct the filter "${displayName}".`,
	);
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
export function passes({ data }: Event, filters: Filters): boolean {
	const held = isRecord(data) ? data : {};
	const { questId, memberId, itemId, currencyId, minimumAmount, minimumNewBalance } = filters;
	return (
		(questId === undefined || names(held, 'quest', ['id', 'questId']).some(isId(questId))) &&
		(memberId === undefined || memberIds(held).some(isId(memberId))) &&
		(itemId === undefined || namesOfItem(held).some(isId(itemId))) &&
		(minimumNewBalance === undefined || balances(held).some(isAtLeast(minimumNewBalance))) &&
		((currencyId === undefined && minimumAmount === undefined) ||
			points(held).some(
				(one) =>
					(currencyId === undefined || isId(currencyId)(one.currencyId)) &&
					(minimumAmount === undefined || isAtLeast(minimumAmount)(one.amount)),
			))
	);
}

/** What names a thing: `quest.id`, `quest` itself, `questId`. */
function names(data: Record<string, unknown>, thing: string, keys: readonly string[]): unknown[] {
	const held = data[thing];
	return [data[`${thing}Id`], ...(isRecord(held) ? keys.map((key) => held[key]) : [held])];
}

/** A store item has an ID of its own, and the ID of what it sells. */
function namesOfItem(data: Record<string, unknown>): unknown[] {
	const { storeItem } = data;
	return [
		...names(data, 'item', ['id', 'itemId', 'storeItemId']),
		...names(data, 'storeItem', ['id']),
		...(isRecord(storeItem) ? names(storeItem, 'item', ['id']) : []),
	];
}

/** The IDs of what an event says was bought. */
export function itemIds({ data }: Event): string[] {
	return isRecord(data) ? canonicalIds(namesOfItem(data)) : [];
}

/** The IDs among some values, each once. */
export function canonicalIds(values: readonly unknown[]): string[] {
	const ids = values.filter(isText).map(canonicalId);
	return [...new Set(ids)].filter((id) => id !== '');
}

/** The service tells a member's account id; whoever has the membership id at hand means the same person. */
function memberIds(data: Record<string, unknown>): unknown[] {
	const keys = ['id', 'serviceId', 'accountId', 'realmMemberId'];
	return [...names(data, 'member', keys), data.serviceId, data.accountId];
}

function balances(data: Record<string, unknown>): unknown[] {
	return [data.newBalance, isRecord(data.points) ? data.points.newBalance : undefined];
}

function points(data: Record<string, unknown>): Points[] {
	const rewards: unknown[] = Array.isArray(data.rewards) ? data.rewards : [];
	return [data, data.points, data.item, ...rewards.filter(isOfPoints)].filter(isRecord).map((one) => ({
		amount: one.amount ?? one.cost,
		currencyId: currencyIn(one),
	}));
}

function currencyIn(one: Record<string, unknown>): unknown {
	return one.currencyId ?? one.realmPointId ?? idIn(one.realmPoint) ?? idIn(one.currency) ?? undefined;
}

/**
 * Whether a reward is points. The API document does not list the types of rewards. A reward that names a currency is
 * points, whatever its type is called.
 */
function isOfPoints(reward: unknown): boolean {
	if (!isRecord(reward)) return false;
	const { type } = reward;
	const currencyId = currencyIn(reward);
	if (currencyId !== undefined && currencyId !== '') return true;
	return typeof type !== 'string' || /point|currenc/i.test(type);
}

function idIn(value: unknown): unknown {
	return isRecord(value) ? value.id : value;
}

function isId(wanted: string): (value: unknown) => boolean {
	const canonical = canonicalId(wanted);
	return (value) => isText(value) && canonicalId(value) === canonical;
}

function isText(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}

function canonicalId(id: string | number): string {
	return canonicalText(String(id).trim());
}

/** A number, also one that is text because JavaScript would change its digits. */
function isAtLeast(minimum: number): (value: unknown) => boolean {
	return (value) => {
		const text = typeof value === 'string' ? value.trim() : value;
		return (typeof text === 'number' || typeof text === 'string') && text !== '' && Number(text) >= minimum;
	};
}
