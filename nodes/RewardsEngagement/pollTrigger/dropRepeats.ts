import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { claimEvent } from '../idempotency/claimEvent';
import { pollNewest } from './poll';

/**
 * The first step of an execution: drops the events that another execution had. A poll repeats what it found last when
 * nobody can know whether that has arrived, see `PollState`.
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
		items.map(async ({ json }) => await claimEvent(context, json.eventId as string, false)),
	);
	return items.filter((_item, index) => claims[index] === 'mine');
}
