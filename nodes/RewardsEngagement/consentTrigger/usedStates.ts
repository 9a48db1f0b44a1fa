import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isOnlyProcess } from '../host/process';
import { processedDataOf } from '../host/processedData';
import { KEEPING, SeenEvents } from '../events/seenEvents';
import type { SignedState } from '../shared/signedState';

/** Beside the JSON of an item, where no query value and no answer of the service can stand. Goes no further. */
const STATE = 'signedState';

/** What starts the workflow: an item, and the signed state that it used up. */
export function itemOfState(json: IDataObject, state: SignedState | undefined): INodeExecutionData {
	return state ? { json, [STATE]: { nonce: state.nonce } } : { json };
}

/** One for every trigger of this process, by workflow and node. */
const usedStates = new Map<string, SeenEvents>();

/**
 * Drops a run whose signed state was used before: by another process, or before a restart, where what the webhook
 * remembers does not reach. It runs inside the execution, because only there n8n's store of processed values can be
 * reached.
 *
 * Test runs, and retries of a run by hand, neither drop nor record anything.
 */
export async function dropUsedStates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const isLive = context.getMode() === 'webhook';
	const wanted: INodeExecutionData[] = [];
	for (const { [STATE]: state, ...item } of context.getInputData()) {
		const { nonce } = (state ?? {}) as { nonce?: unknown };
		if (typeof nonce !== 'string' || !isLive || (await isFirst(context, nonce))) {
			wanted.push(item);
			continue;
		}
		context.logger.warn(
			`"${context.getNode().name}" dropped a person whose signed state was used before this n8n process knew of it.`,
		);
	}
	return wanted;
}

async function isFirst(context: IExecuteFunctions, nonce: string): Promise<boolean> {
	const claim = await seenOf(context).claim(`state ${nonce}`, {
		store: processedDataOf(context, KEEPING),
		execution: context.getExecutionId(),
		isShared: !isOnlyProcess(context),
		untilFinished: false,
	});
	return claim === 'mine';
}

function seenOf(context: IExecuteFunctions): SeenEvents {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const known = usedStates.get(key) ?? new SeenEvents();
	usedStates.set(key, known);
	return known;
}
