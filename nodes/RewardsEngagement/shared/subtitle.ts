/**
 * The subtitle of a trigger: its first event, and how many more it has.
 *
 * @param names the parameters with events, also in a collection: a list, or text with commas. One may be empty, missing, or an expression.
 * @returns an expression of n8n
 */
export function eventSubtitle(...names: string[]): string {
	const given = names.map((path) => `$parameter["${path.replace('.', '"]?.["')}"]`).join(', ');
	const types = `String([${given}]).split(",").map((type) => type.trim()).filter(Boolean)`;
	return `={{ ((types) => types.slice(0, 1) + (types.length > 1 ? " +" + (types.length - 1) : ""))(${types}) }}`;
}
