/**
 * A context that can make the contexts of other nodes of its workflow, like n8n's own.
 *
 * @param contextOf returns the context of a node
 */
export function workflowContext<N extends object, C extends object>(node: N, contextOf: (node: N) => C): C {
	return Object.assign(contextOf(node), {
		workflow: {},
		constructor: function Context(_workflow: object, other: N) {
			return workflowContext(other, contextOf);
		},
	});
}
