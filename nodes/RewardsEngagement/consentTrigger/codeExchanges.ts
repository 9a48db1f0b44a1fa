import { createHash } from 'node:crypto';
import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { now as monotonic } from '../api/time';
import { processMemory } from '../host/processMemory';
import { nodeKey } from '../shared/nodeKey';
import type { SignedState } from '../shared/signedState';
import { log } from './log';

/** A code is valid for five minutes. After that the service refuses it. */
const REMEMBERED_MS = 10 * 60_000;
/**
 * Concurrent exchanges of codes without a signed state. Anyone can send made-up codes, and each costs a request to the
 * service. Signed states do not count, because the workflow has made them.
 */
const MAX_UNSIGNED_EXCHANGES = 100;
/** They take up to 25 MB or so. Forgetting one would let it be used again, so further ones are turned away. */
const MAX_STATES = 100_000;
const MAX_WAIT_MS = 15_000;

/** A request that may start the workflow. */
export interface Attempt {
	/** The verified state. */
	state?: Pick<SignedState, 'nonce' | 'expiresAt'>;
	/** The authorization code. A request without one is a denial, which its state identifies. */
	code?: string;
	/** When it came, in milliseconds since 1970. */
	now: number;
}

/** The page for a request that starts nothing. It is already linked if another request started the workflow. */
export type Unstarted = 'alreadyLinked' | 'stillLinking' | 'spent' | 'busy';

interface Flight {
	/** Settles as the exchange does. */
	item: Promise<IDataObject>;
	/**
	 * The response that n8n sends after it tried to record the execution. These two facts about it show whether that
	 * worked. `writableEnded` does not: n8n compresses a response and waits for the browser to read it. If the browser
	 * has gone, the response never ends.
	 */
	answer: { readonly headersSent: boolean; readonly statusCode: number };
}

/** What a code, or a signed state, was used for. */
interface Use {
	/** The code or the denial that came first. No other is accepted. */
	by: string;
	/** Milliseconds since 1970. */
	keptUntil: number;
	/** Nothing after a failed exchange, which may be tried again. */
	flight?: Flight | 'started';
}

interface Exchanges {
	/** Codes without a signed state, by code. */
	codes: Map<string, Use>;
	/** Signed states, by nonce. */
	states: Map<string, Use>;
	/** How many codes without a signed state are being exchanged. */
	unsigned: number;
}

/** One per trigger of this process. Its test address has a separate one. */
const triggers = processMemory('code exchanges', () => new Map<string, Exchanges>());

/**
 * Exchanges a code once and starts one execution, even if the page is opened several times at once. A signed state is
 * valid for the first code that comes with it (RFC 9700, section 4.7.1), or for one denial.
 *
 * The memory belongs to one process. In other processes, and after a restart, the service refuses a used code, and
 * `dropUsedStates` a used state.
 *
 * n8n responds to the browser only after it has recorded the execution, or with an error if it could not. In that
 * case the member is not lost: the next request with the same code starts the execution.
 *
 * @returns the item to start the workflow with
 * @throws what `exchange` throws. The same code may then be tried again.
 */
export async function exchangeOnce(
	context: IWebhookFunctions,
	{ state, code, now }: Attempt,
	exchange: () => Promise<IDataObject>,
): Promise<IDataObject | Unstarted> {
	const trigger = exchangesOf(context);
	const uses = state ? trigger.states : trigger.codes;
	tidy(uses, now);
	const by = code === undefined ? 'denial' : digest(code);
	const key = state?.nonce ?? by;
	const use: Use = uses.get(key) ?? { by, keptUntil: state?.expiresAt ?? now + REMEMBERED_MS };
	const answer = context.getResponseObject();
	if (use.by !== by) return 'spent';
	if (use.flight === 'started') return 'alreadyLinked';
	if (use.flight) return await join(use.flight, answer);

	if (!state && trigger.unsigned >= MAX_UNSIGNED_EXCHANGES) return 'busy';
	if (uses.size >= MAX_STATES && !uses.has(key)) {
		const advice = 'Shorten "State Lifetime" in the nodes that create them.';
		log(context, 'settings', `Too many signed states are in use. ${advice}`);
		return 'busy';
	}
	uses.set(key, use);
	trigger.unsigned += state ? 0 : 1;
	const item = exchange().finally(() => {
		trigger.unsigned -= state ? 0 : 1;
	});
	use.flight = { item, answer };
	item.catch(() => {
		use.flight = undefined;
		// A state stays bound to its code.
		if (!state) use.keptUntil = 0;
	});
	return await item;
}

function exchangesOf(context: IWebhookFunctions): Exchanges {
	const key = `${nodeKey(context)} ${context.getMode()}`;
	const known = triggers.get(key) ?? { codes: new Map(), states: new Map(), unsigned: 0 };
	triggers.set(key, known);
	return known;
}

/** Forgets what has expired, and the response objects that were sent, because these are large. */
function tidy(uses: Map<string, Use>, now: number): void {
	for (const [key, use] of uses) {
		if (now >= use.keptUntil) uses.delete(key);
		if (!use.flight || use.flight === 'started' || !use.flight.answer.headersSent) continue;
		const { headersSent, statusCode } = use.flight.answer;
		if (statusCode < 500) use.flight = 'started';
		else use.flight.answer = { headersSent, statusCode };
	}
}

/** Waits for the request that came first with the same code, and takes its place if n8n could not start the workflow. */
async function join(flight: Flight, answer: Flight['answer']): Promise<IDataObject | Unstarted> {
	const item = await flight.item;
	const end = monotonic() + MAX_WAIT_MS;
	while (!flight.answer.headersSent) {
		if (monotonic() >= end) return 'stillLinking';
		await sleep(50);
	}
	if (flight.answer.statusCode < 500) return 'alreadyLinked';
	flight.answer = answer;
	return item;
}

/** Has a fixed length, even if someone sends a very long code. */
function digest(code: string): string {
	return createHash('sha256').update(code).digest('base64url');
}
