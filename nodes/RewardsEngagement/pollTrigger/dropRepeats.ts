import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { claimEvent, ownEvents } from '../events/claimEvent';
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
	// Another try of an execution is meant to run.
	if (mode !== 'trigger') return context.getInputData();
	return await ownEvents(context, async (eventId) => await claimEvent(context, eventId, 'whenEnded'));
}
