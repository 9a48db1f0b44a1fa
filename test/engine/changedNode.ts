import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import type { Operation } from '../../nodes/RewardsEngagement/declare/operation';
import type { OperationPlace, RegisteredOperation } from '../../nodes/RewardsEngagement/declare/registry';

/**
 * The node, and a promise of its end. The engine does not wait for a node that it cancels, so the end of a run does
 * not mean that the node has ended.
 */
export function watchedNode(): { nodeType: INodeType; ended: Promise<void> } {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	class Watched extends RewardsEngagement {
		override async execute(this: IExecuteFunctions) {
			return await RewardsEngagement.prototype.execute.call(this).finally(end);
		}
	}
	return { nodeType: new Watched(), ended };
}

/** Gives an operation of the node another declaration while the work runs. Each run finds its operations again. */
export async function declaring<T>(
	place: OperationPlace,
	changes: Partial<Operation>,
	work: () => Promise<T>,
): Promise<T> {
	const find = registry.find.bind(registry);
	const operation = find(place);
	const declared = { ...operation, ...changes } as RegisteredOperation;
	const finding = jest.spyOn(registry, 'find').mockImplementation((wanted) => {
		const found = find(wanted);
		return found === operation ? declared : found;
	});
	try {
		return await work();
	} finally {
		finding.mockRestore();
	}
}
