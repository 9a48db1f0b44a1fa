/**
 * IDs of at least this length are also replaced inside other text, because nothing else is likely to look the same.
 * In characters.
 */
const DISTINCT_LENGTH = 12;

/** A key for IDs, such as `taskId` or `taskIds`. */
const NAMES_ID = /ids?$/i;

/** The IDs of the originals with those of their copies. */
export class IdMap {
	private readonly ids = new Map<string, string>();

	private pattern?: RegExp;

	/** Records that `copyId` is the copy of `id`. */
	add(id: string, copyId: string): void {
		this.ids.set(id, copyId);
		this.pattern = undefined;
	}

	get all(): Record<string, string> {
		return Object.fromEntries(this.ids);
	}

	/**
	 * A copy of the JSON value with every original's ID replaced by its copy's ID, in texts and in the keys of
	 * objects. A short ID could be any word or number. It is replaced only as the whole value of a key for IDs.
	 */
	in<T>(value: T, key = ''): T {
		return this.replaced(value, key) as T;
	}

	private replaced(value: unknown, key: string): unknown {
		if (typeof value === 'string') return this.inText(value, key);
		if (Array.isArray(value)) return value.map((part) => this.replaced(part, key));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, part]) => [this.inText(name, ''), this.replaced(part, name)]),
		);
	}

	private inText(text: string, key: string): string {
		if (NAMES_ID.test(key) && this.ids.has(text)) return this.ids.get(text) ?? text;
		this.pattern ??= patternOf([...this.ids.keys()].filter(({ length }) => length >= DISTINCT_LENGTH));
		return text.replace(this.pattern, (id) => this.ids.get(id) ?? id);
	}
}

/** Matches any of the IDs if it stands alone. */
function patternOf(ids: readonly string[]): RegExp {
	const escaped = ids.map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`(?<![0-9A-Za-z])(?:${escaped.join('|') || '(?!)'})(?![0-9A-Za-z])`, 'g');
}
