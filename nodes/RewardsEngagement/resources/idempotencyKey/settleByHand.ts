import type { IExecuteFunctions } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../../errors';
import { contextOfNode, nodesOf } from '../../host/otherNodes';
import type { Journal } from '../../once/journal';
import { paymentsOf } from '../../once/journals';
import { fullKey, isFullKey } from '../../once/key';

const NODE = /\.rewardsEngagement(Tool)?$/;

/** The status of a key in the output, by its state in the journal. */
const STATUS = { open: 'pending', done: 'completed', conflict: 'completed', mine: 'not_found' } as const;

/** The result for a key that a person settles. */
interface Settled {
	/** Its status before. */
	status: (typeof STATUS)[keyof typeof STATUS];
	idempotencyKey: string;
	/** Why nothing was changed. */
	reason?: string;
}

/** The result of a release. */
export interface Released extends Settled {
	released: boolean;
}

/** The result of a confirmation. */
export interface Confirmed extends Settled {
	confirmed: boolean;
}

/** The realm for a key without the part after the @. */
interface Where {
	baseUrl: string;
	realmId: string;
}

/** The intended change of the key, for messages. */
type Wanted = 'released' | 'confirmed';

/**
 * Frees a key of a node of this workflow by hand, whether it is done or open.
 *
 * @param text the key as an item shows it, or the part before the @, which then means a key of one realm
 * @throws {Problem} when the text means several keys, or a request is being sent with the key
 */
export async function releaseKey(context: IExecuteFunctions, text: string, where: Where): Promise<Released> {
	const found = await findKey(context, text, where, 'released');
	if (!found) return { released: false, ...notFound(text) };
	const { key, journal } = found;
	const state = await journal.release(key);
	if (state === 'inUse') throw isInUse('released');
	if (state === 'mine') return { released: false, ...notFound(key) };
	return { released: true, status: STATUS[state], idempotencyKey: key };
}

/**
 * Marks an open key of a node of this workflow as done by hand, so that later runs skip its item. It never creates a
 * key: with a typing error in the key, a wanted payment would be skipped.
 *
 * @param text the key as an item shows it, or the part before the @, which then means a key of one realm
 * @throws {Problem} when the text means several keys or a request is being sent with the key
 */
export async function confirmKey(context: IExecuteFunctions, text: string, where: Where): Promise<Confirmed> {
	const found = await findKey(context, text, where, 'confirmed');
	if (!found) return { confirmed: false, ...notFound(text) };
	const { key, journal } = found;
	const state = await journal.confirm(key);
	if (state === 'inUse') throw isInUse('confirmed');
	if (state === 'mine') return { confirmed: false, ...notFound(key) };
	const settled = { status: STATUS[state], idempotencyKey: key };
	return state === 'open'
		? { confirmed: true, ...settled }
		: { confirmed: false, ...settled, reason: ALREADY_DONE };
}

interface Found {
	key: string;
	/** Of the node that has the key. */
	journal: Journal;
}

/** The one key of the workflow that the text means, with its journal. */
async function findKey(
	context: IExecuteFunctions,
	text: string,
	where: Where,
	wanted: Wanted,
): Promise<Found | undefined> {
	const found: Found[] = [];
	for (const { nodeId, own } of nodesThatPay(context)) {
		const journal = paymentsOf(own);
		const key = isFullKey(text) ? text.normalize() : fullKey(text, { ...where, nodeId });
		if ((await journal.look(key)) !== 'mine') found.push({ key, journal });
	}
	if (found.length > 1) {
		throw unsentProblem(
			`Several keys of this workflow start with this text: ${found.map(({ key }) => key).join(', ')}`,
			`Enter one of them in full. Nothing was ${wanted}.`,
		);
	}
	return found[0];
}

/** The nodes of the workflow that may have keys, each with the context for its data in n8n. */
function nodesThatPay(context: IExecuteFunctions): Array<{ nodeId: string; own: IExecuteFunctions }> {
	const ids = nodesOf(context).flatMap(({ id, type }) => (id !== undefined && NODE.test(type) ? [id] : []));
	return [...new Set([...ids, context.getNode().id])].flatMap((nodeId) => {
		const own = contextOfNode(context, nodeId);
		return own ? [{ nodeId, own }] : [];
	});
}

function notFound(text: string): Settled {
	return {
		status: STATUS.mine,
		idempotencyKey: text,
		reason:
			'No node of this workflow used this key. Enter the key as an item shows it under "idempotencyKey", including the part after the @.',
	};
}

const ALREADY_DONE = 'This key is done already, so nothing was changed. Later runs skip its item.';

function isInUse(wanted: Wanted): Problem {
	return unsentProblem(
		`Key not ${wanted}: its request is still being sent`,
		'Wait until that run has ended, then check the key again.',
	);
}
