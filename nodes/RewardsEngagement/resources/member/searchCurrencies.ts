import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import {
	choosable,
	isNotFound,
	openListSearch,
	shownChoice,
	shownText,
	type ListSearch,
} from '../../declare/listSearch';
import { toNodeError, unsentProblem } from '../../errors';
import { isRecord } from '../../shared/json';
import type { Sent } from '../../shared/record';
import { getManyCurrencies } from '../currency/getMany';
import type { currency as currencyRecord } from '../currency/record';
import { searchMembers } from './search';

/** A user who types this wants to see archived currencies. */
const ARCHIVED = 'archived';

/**
 * Lists the currencies in use for a resource locator, the default one first. Lists archived ones if the user asks for
 * them.
 */
export async function searchCurrencies(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const isAsked = ARCHIVED.startsWith(filter.trim().toLowerCase()) && filter.trim().length >= 4;
	return await list(this, filter, isAsked ? { includeArchived: true } : {});
}

export async function searchArchivedCurrencies(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await list(this, filter, { includeArchived: true, status: ARCHIVED });
}

/** Lists the currencies of the realm itself, which it can share. */
export async function searchOwnCurrencies(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await list(this, filter, {}, ({ ownership }) => ownership !== 'SHARED');
}

/** Lists the currencies that other realms share with this one. */
export async function searchBorrowedCurrencies(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await list(this, filter, {}, ({ ownership }) => ownership === 'SHARED');
}

type IsWanted = (currency: Sent<typeof currencyRecord>) => boolean;

async function list(
	context: ILoadOptionsFunctions,
	filter: string,
	values: Record<string, unknown>,
	isWanted: IsWanted = () => true,
): Promise<INodeListSearchResult> {
	const search = await openListSearch(context);
	const shown = (await currencies(context, search, values, isWanted))
		.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
		.map(({ name, value }) => ({ name, value }));
	return { results: shown };
}

async function currencies(
	context: ILoadOptionsFunctions,
	search: ListSearch,
	values: Record<string, unknown>,
	isWanted: IsWanted,
): Promise<INodeListSearchItems[]> {
	const listed = await search(getManyCurrencies, values).catch(noneWhenNotFound);
	if (!listed) return await balances(context, search);
	const isFirst = (currency: Sent<typeof currencyRecord>) => Number(currency.default === true);
	return choosable(listed.filter(isWanted), 'id')
		.sort((one, other) => isFirst(other.record) - isFirst(one.record))
		.map(({ record, value }) => named(value, record.name, record.emoji, remarks(record)));
}

/** An older installation has no such list. */
function noneWhenNotFound(thrown: unknown): undefined {
	if (isNotFound(thrown)) return undefined;
	throw thrown;
}

function remarks({
	default: isDefault,
	archived,
	ownership,
	parentRealmName,
}: Sent<typeof currencyRecord>): string {
	const shared = ownership === 'SHARED' && `from ${shownText(parentRealmName) || 'another realm'}`;
	return [isDefault === true && 'default', shared, archived === true && ARCHIVED].filter(Boolean).join(', ');
}

function named(value: string, name: unknown, emoji: unknown, remark: string): INodeListSearchItems {
	const words = [shownText(emoji), shownText(name)].filter(Boolean).join(' ') || value;
	return { name: remark ? `${words} (${remark})` : words, value };
}

/**
 * The sender's balances, if the service is too old to list its currencies.
 *
 * @throws the reason why there is no list, if no sender is chosen
 */
async function balances(context: ILoadOptionsFunctions, search: ListSearch): Promise<INodeListSearchItems[]> {
	const { value: sender, mode } = shownChoice(context, 'serviceId');
	if (sender === '') {
		const noList = unsentProblem(
			'This service offers no list of currencies: switch to "By ID" and copy the ID from the dashboard',
			'If you choose a member, this list shows the balances of the member.',
		);
		throw toNodeError(context.getNode(), noList);
	}
	const type = mode === 'email' || mode === 'username' ? mode : 'service-id';
	const [member] = await search(searchMembers, { type, values: [sender] });
	const held = [member?.balances, member?.pointBalances].flatMap((list) =>
		Array.isArray(list) ? (list as unknown[]) : [],
	);
	return held.filter(isRecord).flatMap(heldCurrency);
}

/** The currency of a balance. The balance names it, or has its record in the older form. */
function heldCurrency(balance: Record<string, unknown>): INodeListSearchItems[] {
	const point = isRecord(balance.realmPoint) ? balance.realmPoint : {};
	const id = shownText(balance.currencyId) || shownText(point.id);
	const name = shownText(balance.currencyName) || shownText(point.name);
	const emoji = shownText(balance.currencyEmoji) || shownText(point.emoji);
	// Without the balance, because the workflow stores the label, and the balance would soon be wrong.
	return id === '' ? [] : [named(id, name, emoji, '')];
}
