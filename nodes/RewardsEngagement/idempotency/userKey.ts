import { createHash, randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import type { Outcome } from '../errors/outcome';
import { outcomeOfThrown } from '../errors/stage';
import { ServiceProblem } from '../errors/serviceProblem';
import { InvalidParameter } from '../errors/invalidParameter';
import { isOnlyProcess, processedDataOf, type ProcessedData } from './processedData';
import { MAX_KEYS, KeyStore } from './keyStore';

/** One for every workflow of this process: the nodes of a workflow share its keys. */
const keysOf = new Map<string, KeyStore>();

/** What happened under a key. */
export type OnceResult<T> = { wasDone: false; result: T } | { wasDone: true };

/**
 * Does something that must happen once for a key.
 *
 * @param send throws a {@link ServiceProblem} that says whether it was applied
 * @throws {ServiceProblem} what `send` throws, with the key; or that an earlier run may have done it already
 */
export async function oncePer<T>(
	context: IExecuteFunctions,
	key: string,
	send: () => Promise<T>,
): Promise<OnceResult<T>> {
	const { keys, store } = open(context);
	const mark = isOnlyProcess(context) ? undefined : randomUUID();
	const standing = await keys.claim(key, store, mark).catch((error: unknown) => notRecorded(error));
	if (standing === 'done') return { wasDone: true };
	if (standing === 'open') throw alreadyBegun(key);
	const settle = async (outcome: Outcome) =>
		await keys.settle(key, outcome, store, mark).catch((error: unknown) => {
			// The key then stays open, so nothing is sent under it before somebody has looked.
			context.logger.warn(`What became of the once-per-key key "${key}" was not recorded: ${String(error)}`);
		});
	try {
		const result = await send();
		await settle('applied');
		return { wasDone: false, result };
	} catch (error) {
		const outcome = outcomeOfThrown(error);
		await settle(outcome);
		const isKept = outcome === 'unknown' && error instanceof ServiceProblem;
		throw isKept ? new ServiceProblem({ ...error.problem, onceKey: key }) : error;
	}
}

/** Frees a key by hand, whether it is done or open, and says whether it was there. */
export async function releaseKey(context: IExecuteFunctions, key: string): Promise<boolean> {
	const { keys, store } = open(context);
	return await keys.release(key, store);
}

/**
 * The key as it is recorded. It belongs to the node, so that another node of the workflow may use the same words, and
 * to the realm, so that trying a workflow out in one realm spends no key of another.
 *
 * @param words the user's own, or an event's id
 */
export function fullKey(context: IExecuteFunctions, words: string, { baseUrl, realmId }: Connection): string {
	const scope = createHash('sha256').update(`${context.getNode().id} ${baseUrl} ${realmId}`).digest('hex');
	return `${words}@${scope.slice(0, 12)}`;
}

function open(context: IExecuteFunctions): { keys: KeyStore; store: ProcessedData } {
	const { id } = context.getWorkflow();
	if (!id) {
		throw new InvalidParameter(
			'A key can only be kept for a saved workflow',
			'Save the workflow, then run it again. Nothing was sent.',
		);
	}
	const keys = keysOf.get(id) ?? new KeyStore();
	keysOf.set(id, keys);
	return { keys, store: processedDataOf(context, 'workflow', MAX_KEYS) };
}

function alreadyBegun(key: string): ServiceProblem {
	return new ServiceProblem({
		message: 'An earlier run with this key may have been applied, so nothing was sent now',
		description:
			'That run was interrupted, got no clear answer, or still goes on. Look in the service. If it was not applied, free the key with the operation Once Key → Release and run this item again.',
		outcome: 'unknown',
		onceKey: key,
	});
}

function notRecorded(error: unknown): never {
	throw new ServiceProblem({
		message: 'The once-per-key key could not be recorded, so nothing was sent',
		description: `The database of n8n may be busy or out of reach; run this item again. It says: ${String(error)}`,
		outcome: 'notApplied',
	});
}
