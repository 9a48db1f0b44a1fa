import type { INodeListSearchItems } from 'n8n-workflow';
import type { z } from 'zod';

import { toNodeError, unsentProblem } from '../errors';
import { isRecord } from '../shared/json';
import type { NoRecord, Sent } from '../shared/record';
import { choosable, openListSearch, shownText } from './listSearch';
import type { Operation } from './operation';
import type { ListSearchMethod } from './resource';

interface RecordSearch<Schema extends z.AnyZodObject> {
	/** The operation that lists the records. */
	operation: Operation<Schema>;
	/** The records that an installation does not offer if it responds with 404. */
	offers: string;
	/** The label of a record in the list. If it is empty, the list shows the ID. */
	nameOf: (record: Sent<Schema>) => string;
	/** More facts about a record, in brackets. */
	remarksOf: (record: Sent<Schema>) => Array<string | false>;
}

/** A list for a resource locator: reads all records of a realm, and shows those that match the user's text. */
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
			const notOffered = unsentProblem(
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

/** The name of the item that a record of the store or a raffle gives away. */
export function itemName({ item }: { readonly item: { readonly name: unknown } | NoRecord }): string {
	return isRecord(item) ? shownText(item.name) : '';
}
