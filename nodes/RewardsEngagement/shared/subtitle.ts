/** How many letters n8n has room for below a node on the canvas: 192 pixels. It cuts off what is longer. */
const ROOM = 28;

/**
 * What stands below the node: the operation and its resource, and less of the resource where both have no room:
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
 * What stands below a trigger: its first event, and how many more it has.
 *
 * @param names the parameters with events: a list, or text with commas. One may be empty, not there, or an expression.
 * @returns an expression of n8n
 */
export function eventSubtitle(...names: string[]): string {
	const given = names.map((name) => `$parameter["${name}"]`).join(', ');
	const types = `String([${given}]).split(",").map((type) => type.trim()).filter(Boolean)`;
	return `={{ ((types) => types.slice(0, 1) + (types.length > 1 ? " +" + (types.length - 1) : ""))(${types}) }}`;
}
