import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';

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
