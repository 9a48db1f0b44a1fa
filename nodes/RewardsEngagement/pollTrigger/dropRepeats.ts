import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { claimEvent, UNSETTLED } from '../events/claimEvent';
import { pollNewest } from './poll';

/**
 * The first step of an execution: drops the events that another execution had. A poll repeats what it found last when
 * it cannot know whether that arrived, see `PollState`. So an execution that died with its process is done again.
 *
 * In a test run n8n asks for what the trigger would give.
 */
export async function dropRepeats(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const mode = context.getMode();
	if (mode === 'manual') return await pollNewest(context);
	const items = context.getInputData();
	// Another try of an execution is meant to run.
	if (mode !== 'trigger') return items;
	const claims = await Promise.all(
		items.map(async ({ json }) => await claimEvent(context, json.eventId as string, 'whenEnded')),
	);
	// A process cannot tell a run of another one that goes on from a run that died: a person has to look.
	if (claims.includes('unsettled')) {
		const { message, description } = UNSETTLED;
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	return items.filter((_item, index) => claims[index] === 'mine');
}
