import { optional, type Field } from '../../fields/field';
import { locator } from '../../fields/locator';
import { choice, flag, nameText, text } from '../../fields/text';

const SEARCHES = {
	active: 'searchCurrencies',
	archived: 'searchArchivedCurrencies',
	own: 'searchOwnCurrencies',
	borrowed: 'searchBorrowedCurrencies',
} as const;

/**
 * A currency of the realm, from the list or by ID.
 *
 * @param lists the currencies in the list, by default those in use
 */
export function currency(
	displayName: string,
	{
		description,
		lists = 'active',
		listHint,
		listPlaceholder = 'Select a currency…',
	}: { description: string; lists?: keyof typeof SEARCHES; listHint?: string; listPlaceholder?: string },
): Field<string> {
	return locator(displayName, {
		description,
		listHint,
		search: SEARCHES[lists],
		listPlaceholder,
		example: '64b7f1c2a9d3e45f60718294',
	});
}

/** The currency itself, for operations that change it. */
export const ownCurrencyId = currency('Currency', { description: 'The currency to change' });

/** An optional currency. If it is empty, the service uses the default one. */
export function currencyOrDefault(
	displayName: string,
	text: { description: string; listHint?: string },
): Field<string | undefined> {
	return optional(currency(displayName, { ...text, listPlaceholder: 'Default currency of the realm' }));
}

export const HOW_TO_LIST_ARCHIVED = 'Type "archived" in the list to see archived currencies too';

export const name = nameText('Name', { description: 'The name that members see', placeholder: 'e.g. Stars' });

export const emoji = text('Emoji', { description: 'The emoji shown beside amounts', placeholder: 'e.g. ⭐' });

export const customEmojiUrl = text('Custom Emoji URL', {
	description: 'The address of a picture shown in place of an emoji',
	placeholder: 'e.g. https://example.com/star.png',
});

export const isDefault = flag('Default', {
	description: 'Whether this is the default currency of the realm. Probably replaces the current default.',
});

export const search = nameText('Search', {
	description: 'Most likely a part of the name',
	placeholder: 'e.g. star',
});

export const sortBy = text('Sort By', {
	description: 'The field to sort by. The service does not document the values.',
	placeholder: 'e.g. name',
});

export const status = choice('Status', {
	options: [
		{ name: 'Active', value: 'active' },
		{ name: 'Archived', value: 'archived' },
	],
	description: 'Which currencies to list',
});
