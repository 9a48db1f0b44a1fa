import type { INodeListSearchItems } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { toNodeError } from '../errors/nodeError';
import { isRecord } from '../shared/json';
import { choosable, openListSearch, shownText } from './listSearch';
import type { Operation } from './operation';
import type { ListSearchMethod } from './resource';

interface RecordSearch {
	/** Lists the records. */
	operation: Operation;
	/** What an installation that answers 404 does not offer. */
	offers: string;
	/** What a record is called in the list; its id where this is empty. */
	nameOf: (record: Record<string, unknown>) => string;
	/** What else is worth knowing of it, in brackets. */
	remarksOf: (record: Record<string, unknown>) => Array<string | false>;
}

/** A list for a resource locator: all records of a realm, page by page, of which those are shown whose words fit. */
export function recordSearch({ operation, offers, nameOf, remarksOf }: RecordSearch): ListSearchMethod {
	return async function (filter = '') {
		const search = await openListSearch(this);
		const records = await search(operation, {}).catch((thrown: unknown) => {
			if ((thrown as { httpCode?: unknown }).httpCode !== '404') throw thrown;
			const notOffered = new InvalidParameter(
				`This installation of the service does not offer ${offers}: switch to "By ID"`,
				'Copy the ID from the dashboard or from an event.',
			);
			throw toNodeError(this.getNode(), notOffered);
		});
		const named = choosable(records).map((record): INodeListSearchItems => {
			const remarks = remarksOf(record).filter(Boolean).join(', ');
			const name = nameOf(record) || String(record.id);
			return { name: remarks === '' ? name : `${name} (${remarks})`, value: String(record.id) };
		});
		return {
			results: named.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())),
		};
	};
}

/** The name of the thing that a record of the store or a raffle gives away. */
export function itemName({ item }: Record<string, unknown>): string {
	return isRecord(item) ? shownText(item.name) : '';
}
