/**
 * A context from which those of other nodes of its workflow can be made, as n8n's own can.
 *
 * @param contextOf what the context of a node is
 */
export function workflowContext<N extends object, C extends object>(node: N, contextOf: (node: N) => C): C {
	return Object.assign(contextOf(node), {
		workflow: {},
		constructor: function Context(_workflow: object, other: N) {
			return workflowContext(other, contextOf);
		},
	});
}
