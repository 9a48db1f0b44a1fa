/** Whether a JSON value is an object: not null, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns `undefined` if the text is not JSON */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** A deep copy of a JSON value. Several times faster than `structuredClone`. */
export function copyOfJson<T>(value: T): T {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(copyOfJson) as T;
	const copy: Record<string, unknown> = {};
	for (const [name, part] of Object.entries(value)) {
		// An assignment would set the prototype.
		if (name === '__proto__')
			Object.defineProperty(copy, name, { ...MEMBER, value: copyOfJson(part as unknown) });
		else copy[name] = copyOfJson(part as unknown);
	}
	return copy as T;
}

const MEMBER = { configurable: true, enumerable: true, writable: true };
