import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { claimEvent, ownEvents } from '../once/claimEvent';
import { pollNewest } from './poll';

/**
 * The first step of an execution: drops the events that another execution had. A poll repeats its last events if it
 * cannot know whether they arrived, see `PollState`. So events are processed again if their execution died with its
 * process.
 *
 * n8n retries this step only if it failed or n8n died. The retry takes over what no other execution has ended.
 *
 * In a test execution, returns sample events.
 */
export async function dropRepeats(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const mode = context.getMode();
	if (mode === 'manual') return await pollNewest(context);
	if (mode !== 'trigger' && mode !== 'retry') return context.getInputData();
	return await ownEvents(context, async (eventId) => await claimEvent(context, eventId, 'whenEnded'));
}
