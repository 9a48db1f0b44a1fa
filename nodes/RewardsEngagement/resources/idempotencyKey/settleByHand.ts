import type { IExecuteFunctions } from 'n8n-workflow';

import { unsentProblem } from '../../errors';
import { contextOfNode, nodesOf } from '../../host/otherNodes';
import { paymentsOf } from '../../once/journals';
import { fullKey, isFullKey } from '../../once/key';

const NODE = /\.rewardsEngagement(Tool)?$/;

/** The status of a key in the output, by its state in the journal. */
const STATUS = { open: 'pending', done: 'completed', conflict: 'completed', mine: 'not_found' } as const;

interface Settled {
	/** Its status before. */
	status: (typeof STATUS)[keyof typeof STATUS];
	idempotencyKey: string;
	/** Why nothing was changed. */
	reason?: string;
}

/** The realm for a key without the part after the @. */
interface Where {
	baseUrl: string;
	realmId: string;
}

/**
 * Frees a key of a node of this workflow by hand, whether it is done or open.
 *
 * @throws {Problem} when the text means several keys, or a request is being sent with the key
 */
export async function releaseKey(
	context: IExecuteFunctions,
	text: string,
	where: Where,
): Promise<Settled & { released: boolean }> {
	const settled = await settle(context, text, where, 'release');
	return { released: settled.status !== 'not_found', ...settled };
}

/**
 * Marks an open key of a node of this workflow as done by hand, so that later runs skip its item. It never creates a
 * key: with a typing error in the key, a wanted payment would be skipped.
 *
 * @throws {Problem} when the text means several keys, or a request is being sent with the key
 */
export async function confirmKey(
	context: IExecuteFunctions,
	text: string,
	where: Where,
): Promise<Settled & { confirmed: boolean }> {
	const settled = await settle(context, text, where, 'confirm');
	if (settled.status !== 'completed') return { confirmed: settled.status === 'pending', ...settled };
	const reason = 'This key is done already, so nothing was changed. Later runs skip its item.';
	return { confirmed: false, ...settled, reason };
}

/** @param text the key as an item shows it, or the part before the @, which then means a key of one realm */
async function settle(
	context: IExecuteFunctions,
	text: string,
	where: Where,
	how: 'release' | 'confirm',
): Promise<Settled> {
	const done = how === 'release' ? 'released' : 'confirmed';
	const found = [];
	const ids = nodesOf(context).flatMap(({ id, type }) => (id !== undefined && NODE.test(type) ? [id] : []));
	for (const nodeId of new Set([...ids, context.getNode().id])) {
		const own = contextOfNode(context, nodeId);
		if (!own) continue;
		const journal = paymentsOf(own);
		const key = isFullKey(text) ? text.normalize() : fullKey(text, { ...where, nodeId });
		if ((await journal.look(key)) !== 'mine') found.push({ key, journal });
	}
	if (found.length > 1) {
		throw unsentProblem(
			`Several keys of this workflow start with this text: ${found.map(({ key }) => key).join(', ')}`,
			`Enter one of them in full. Nothing was ${done}.`,
		);
	}
	const [{ key, journal } = { key: text, journal: undefined }] = found;
	const state = (await journal?.[how](key)) ?? 'mine';
	if (state === 'inUse') {
		throw unsentProblem(
			`Key not ${done}: its request is still being sent`,
			'Wait until that run has ended, then check the key again.',
		);
	}
	const settled = { status: STATUS[state], idempotencyKey: key };
	if (state !== 'mine') return settled;
	const reason =
		'No node of this workflow used this key. Enter the key as an item shows it under "idempotencyKey", including the part after the @.';
	return { ...settled, reason };
}
