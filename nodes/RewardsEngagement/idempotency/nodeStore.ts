import type { IExecuteFunctions } from 'n8n-workflow';

import { isUnsaved } from '../errors/keyProblems';
import { isShared } from '../host/process';
import { processedDataOf, rowAsideOf } from '../host/processedData';
import { KeyStore, MAX_KEYS, type KeyData } from './keyStore';

/** Few, because a run claims many keys at a time, and several, because an event often pays once. */
const ROWS = 4;

/** One for each node of this process. */
const stores = new Map<string, KeyStore>();

/** The journal of a node, and where it is kept. */
export interface NodeStore {
	keys: KeyStore;
	data: KeyData;
	/** Whether other processes use it too. */
	isShared: boolean;
}

/**
 * The journal of a node of the workflow. n8n keeps it for that node alone, so no other node clears or shortens it.
 *
 * @param context of that node
 * @param room for values that are recorded only to look at them, so that n8n forgets nothing older for them
 * @throws {InvalidParameter} if the workflow was not saved
 */
export function openStore(context: IExecuteFunctions, room = 0): NodeStore {
	const { id } = context.getWorkflow();
	if (!id) throw isUnsaved();
	const name = `${id} ${context.getNode().id}`;
	const keys = stores.get(name) ?? new KeyStore();
	stores.set(name, keys);
	const areShared = isShared(context);
	const keeping = { mostValues: MAX_KEYS + room, isAlone: !areShared };
	const data = {
		keys: processedDataOf(context, { ...keeping, rows: ROWS }),
		notes: rowAsideOf(context, 'open', keeping),
	};
	return { keys, data, isShared: areShared };
}
