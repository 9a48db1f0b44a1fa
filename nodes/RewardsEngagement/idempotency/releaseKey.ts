import type { IExecuteFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { fullKey, isFullKey } from './keyWords';
import type { KeyState } from './keyStore';
import { contextOfNode, nodesOf } from '../host/otherNodes';
import { openStore, type NodeStore } from './nodeStore';

const NODE = /\.rewardsEngagement(Tool)?$/;

/** The status of a key in the output, by its internal state. */
const STATUS = { open: 'pending', done: 'completed', none: 'not_found' } as const;

/** What became of a key that was to be released. */
export interface Released {
	released: boolean;
	/** What it was before. */
	status: (typeof STATUS)[KeyState];
	idempotencyKey: string;
	/** Why nothing was released. */
	reason?: string;
}

/**
 * Frees a key of a node of this workflow by hand, whether it is done or open.
 *
 * @param text the key as an item shows it, or the words before the @, which stand for a key of one realm
 * @throws {InvalidParameter} when the words stand for several keys, or a request is being sent under the key
 */
export async function releaseKey(
	context: IExecuteFunctions,
	text: string,
	where: { baseUrl: string; realmId: string },
): Promise<Released> {
	const found: Array<{ key: string; store: NodeStore }> = [];
	for (const nodeId of nodeIds(context)) {
		const own = contextOfNode(context, nodeId);
		if (!own) continue;
		const store = openStore(own);
		const key = isFullKey(text) ? text.normalize() : fullKey(text, { ...where, nodeId });
		if (store.keys.isLive(key)) throw isInUse();
		if ((await store.keys.look(key, store.data, store.isShared)) !== 'none') found.push({ key, store });
	}
	const [first, ...others] = found;
	if (!first) return { released: false, status: STATUS.none, idempotencyKey: text, reason: NOT_FOUND };
	if (others.length > 0) {
		throw new InvalidParameter(
			`Several keys of this workflow begin with these words: ${found.map(({ key }) => key).join(', ')}`,
			'Enter one of them in full. Nothing was released.',
		);
	}
	const { key, store } = first;
	const state = await store.keys.release(key, store.data, store.isShared);
	if (state === 'inUse') throw isInUse();
	return { released: state !== 'none', status: STATUS[state], idempotencyKey: key };
}

const NOT_FOUND =
	'No node of this workflow holds this key. Enter it as an item shows it under "idempotencyKey", with the part after the @.';

function nodeIds(context: IExecuteFunctions): string[] {
	const ids = nodesOf(context).flatMap(({ id, type }) => (id !== undefined && NODE.test(type) ? [id] : []));
	return [...new Set([...ids, context.getNode().id])];
}

function isInUse(): InvalidParameter {
	return new InvalidParameter(
		'A request is being sent under this key right now, so it was not released',
		'Wait until that run has ended, then look again.',
	);
}
