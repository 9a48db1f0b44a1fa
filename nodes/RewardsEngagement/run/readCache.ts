import { breathe } from '../shared/breathe';
import { copyOfJson } from '../shared/copyOfJson';
import type { ItemContent } from './operation';

/** The answers of one run, so that what is the same for several items is asked once. */
export class ReadCache {
	private readonly known = new Map<string, Promise<ItemContent[]>>();

	/**
	 * The answer to a question; a failure is an answer too. Everyone but the first gets a copy.
	 *
	 * @param question tells all apart that may be answered otherwise
	 */
	async get(question: string, ask: () => Promise<ItemContent[]>): Promise<ItemContent[]> {
		const known = this.known.get(question);
		if (known) return await copied(await known);
		const asked = ask();
		this.known.set(question, asked);
		return await asked;
	}
}

/** Many items may want the same long answer at once. */
async function copied(contents: readonly ItemContent[]): Promise<ItemContent[]> {
	const copies: ItemContent[] = [];
	for (const { json } of contents) {
		await breathe();
		copies.push({ json: copyOfJson(json) });
	}
	return copies;
}
