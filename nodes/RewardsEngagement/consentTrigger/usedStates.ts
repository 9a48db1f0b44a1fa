import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { claimEvent } from '../once/claimEvent';
import type { SignedState } from '../shared/signedState';

/**
 * The field beside the JSON of an item, where no query value and no response of the service can be. The trigger
 * removes it again.
 */
const STATE = 'signedState';

/** The first item of an execution, with the signed state that it used up. */
export function itemOfState(json: IDataObject, state: SignedState | undefined): INodeExecutionData {
	return state ? { json, [STATE]: { nonce: state.nonce } } : { json };
}

/**
 * Drops an item whose signed state was used before, in another process or before a restart. The webhook's memory does
 * not reach that far. The check runs inside the execution, because n8n's store of processed values is available only
 * there.
 *
 * Test executions, and retries by hand, neither drop nor record anything.
 */
export async function dropUsedStates(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const isLive = context.getMode() === 'webhook';
	const wanted: INodeExecutionData[] = [];
	for (const { [STATE]: state, ...item } of context.getInputData()) {
		const { nonce } = (state ?? {}) as { nonce?: unknown };
		const claims = isLive && typeof nonce === 'string';
		if (!claims || (await claimEvent(context, `state ${nonce}`, 'immediately')) === 'mine') {
			wanted.push(item);
			continue;
		}
		context.logger.warn(
			`"${context.getNode().name}" dropped a person, because another n8n process accepted the same signed state before.`,
		);
	}
	return wanted;
}
