import type { INodeListSearchItems } from 'n8n-workflow';
import type { z } from 'zod';

import { InvalidParameter } from '../errors/invalidParameter';
import { toNodeError } from '../errors/nodeError';
import { isRecord } from '../shared/json';
import type { NoRecord, Sent } from '../shared/record';
import { choosable, openListSearch, shownText } from './listSearch';
import type { Operation } from './operation';
import type { ListSearchMethod } from './resource';

interface RecordSearch<Schema extends z.AnyZodObject> {
	/** Lists the records. */
	operation: Operation<Schema>;
	/** What an installation that answers 404 does not offer. */
	offers: string;
	/** What a record is called in the list; its id where this is empty. */
	nameOf: (record: Sent<Schema>) => string;
	/** What else is worth knowing of it, in brackets. */
	remarksOf: (record: Sent<Schema>) => Array<string | false>;
}

/** A list for a resource locator: all records of a realm, page by page, of which those are shown whose words fit. */
export function recordSearch<Schema extends z.ZodObject<{ id: z.ZodTypeAny }>>({
	operation,
	offers,
	nameOf,
	remarksOf,
}: RecordSearch<Schema>): ListSearchMethod {
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
		const named = choosable(records, 'id').map(({ record, value }): INodeListSearchItems => {
			const remarks = remarksOf(record).filter(Boolean).join(', ');
			const name = nameOf(record) || value;
			return { name: remarks === '' ? name : `${name} (${remarks})`, value };
		});
		return {
			results: named.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())),
		};
	};
}

/** The name of the thing that a record of the store or a raffle gives away. */
export function itemName({ item }: { readonly item: { readonly name: unknown } | NoRecord }): string {
	return isRecord(item) ? shownText(item.name) : '';
}
