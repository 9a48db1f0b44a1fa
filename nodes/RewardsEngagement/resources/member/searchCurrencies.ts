import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { toNodeError } from '../../errors/nodeError';
import { InvalidParameter } from '../../errors/invalidParameter';
import { searchMembers } from './search';
import { openListSearch, shownText } from '../../run/listSearch';

/**
 * Lists currencies for a resource locator. The service has no list of them, but a member's record holds the member's
 * balances: where the panel names a sender, these are the currencies that can be sent.
 */
export async function searchCurrencies(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	// n8n extracts the value only for operations that have the parameter, and throws for the others.
	const locator: unknown = this.getCurrentNodeParameter('serviceId');
	const sender = shownText(isRecord(locator) ? locator.value : locator);
	if (sender === '') {
		const noList = new InvalidParameter(
			'The service offers no list of currencies: switch to "By ID" and copy the ID from the dashboard',
			'When a transfer has its sender chosen, the balances of the sender are listed here.',
		);
		throw toNodeError(this.getNode(), noList);
	}
	const search = await openListSearch(this);
	const [member] = await search(searchMembers, { type: 'service-id', values: [sender] });
	const balances = isRecord(member) && Array.isArray(member.balances) ? (member.balances as unknown[]) : [];
	const results = balances
		.filter(isRecord)
		.map(({ currencyId, currencyName, currencyEmoji, balance }) => ({
			name: `${[shownText(currencyEmoji), shownText(currencyName)].filter(Boolean).join(' ') || String(currencyId)} (balance ${Number(balance)})`,
			value: String(currencyId),
		}))
		.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
	return { results };
}
