/** How many letters fit below a node on n8n's canvas, which has 192 pixels. n8n cuts off the rest. */
const ROOM = 28;

/**
 * The subtitle of the node: the operation and its resource. If they do not fit, the resource is shortened:
 * "transferBalance: credential".
 *
 * @returns an expression of n8n
 */
export function operationSubtitle(): string {
	const forms = [
		'operation + ": " + resource',
		'operation + ": " + resource.replace(/^[a-z]+(?=[A-Z])/, "").toLowerCase()',
	];
	const fits = `find((words) => words.length <= ${ROOM})`;
	const given = 'String($parameter["operation"]), String($parameter["resource"])';
	return `={{ ((operation, resource) => [${forms.join(', ')}].${fits} ?? operation)(${given}) }}`;
}

/**
 * The subtitle of a trigger: its first event, and how many more it has.
 *
 * @param names the parameters with events: a list, or text with commas. One may be empty, missing, or an expression.
 * @returns an expression of n8n
 */
export function eventSubtitle(...names: string[]): string {
	const given = names.map((name) => `$parameter["${name}"]`).join(', ');
	const types = `String([${given}]).split(",").map((type) => type.trim()).filter(Boolean)`;
	return `={{ ((types) => types.slice(0, 1) + (types.length > 1 ? " +" + (types.length - 1) : ""))(${types}) }}`;
}
