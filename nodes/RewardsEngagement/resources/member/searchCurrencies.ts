import type { ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import {
	choosable,
	isNotFound,
	openListSearch,
	shownChoice,
	shownText,
	type ListSearch,
} from '../../declare/listSearch';
import type { ListSearchMethod } from '../../declare/resource';
import { toNodeError, unsentProblem } from '../../errors';
import { isRecord } from '../../shared/json';
import type { Sent } from '../../shared/record';
import { getManyCurrencies } from '../currency/getMany';
import type { currency as currencyRecord } from '../currency/record';
import { emailInsteadOfId } from './fields';
import { currencyOf } from './record';
import { searchMembers } from './search';

/** A user who types this wants to see archived currencies. */
const ARCHIVED = 'archived';

type IsWanted = (currency: Sent<typeof currencyRecord>) => boolean;

/** A list for a resource locator, the default currency first. `values` are those of the list's operation. */
function listOf(
	values: (filter: string) => Record<string, unknown>,
	isWanted: IsWanted = () => true,
): ListSearchMethod {
	return async function (this: ILoadOptionsFunctions, filter = '') {
		const typed = filter.trim().toLowerCase();
		const search = await openListSearch(this);
		const all = await currencies(this, search, values(typed), isWanted);
		return { results: all.filter(({ name }) => name.toLowerCase().includes(typed)) };
	};
}

/** The currencies in use, and archived ones if the user asks for them. */
export const searchCurrencies = listOf((typed) =>
	ARCHIVED.startsWith(typed) && typed.length >= 4 ? { includeArchived: true } : {},
);

export const searchArchivedCurrencies = listOf(() => ({ includeArchived: true, status: ARCHIVED }));

/** The currencies of the realm itself, which it can share. */
export const searchOwnCurrencies = listOf(
	() => ({}),
	({ ownership }) => ownership !== 'SHARED',
);

/** The currencies that other realms share with this one. */
export const searchBorrowedCurrencies = listOf(
	() => ({}),
	({ ownership }) => ownership === 'SHARED',
);

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
	const type = mode === 'username' ? mode : (emailInsteadOfId(sender) ?? 'service-id');
	const [member] = await search(searchMembers, { type, values: [sender] });
	const held = [member?.balances, member?.pointBalances].flatMap((list) =>
		Array.isArray(list) ? (list as unknown[]) : [],
	);
	return held.filter(isRecord).flatMap(heldCurrency);
}

function heldCurrency(balance: Record<string, unknown>): INodeListSearchItems[] {
	const { id, name, emoji } = currencyOf(balance);
	// Without the balance, because the workflow stores the label, and the balance would soon be wrong.
	return id === '' ? [] : [named(id, name, emoji, '')];
}
