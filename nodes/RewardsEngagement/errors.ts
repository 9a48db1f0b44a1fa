import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { isRecord } from './shared/json';

/** Whether a request changed something in the service, as far as we know. */
export type Outcome = 'applied' | 'notApplied' | 'unknown';

/** What each outcome means for a user who wants to send the request again. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
	applied: 'The service reported success, so do not send it again.',
	notApplied: 'Nothing was changed in the service.',
	unknown:
		'The service may or may not have processed this request. Check the service before you run it again, to avoid a duplicate.',
};

/** The message for a change that may have been applied. The message says that first, because it matters most. */
export function unknownOutcome(message: string): string {
	return `Outcome unknown: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}

/** A request that several items of a run share. */
export interface SharedRequest {
	/** Its number in the run, from 1. */
	number: number;
	/** How many items it has. */
	items: number;
}

/** What a problem tells the user. */
export interface ProblemFacts {
	/** What happened. */
	message: string;
	/** What to do next. */
	advice?: string;
	outcome: Outcome;
	/** The node refused to send. Then the outcome is that of the requests which the item sent before, if any. */
	isUnsent?: true;
	/** HTTP status, if there was a response. */
	status?: number;
	/** The service's response as a JSON value, without secrets. */
	answer?: unknown;
	/** The request, if several items share it. */
	request?: SharedRequest;
	/** The key that stays open because the outcome is unknown. */
	idempotencyKey?: string;
	/** The reason in n8n's terms, so that n8n can tell a wrong key from a busy service. */
	failure?: NodeApiError['failure'];
}

/** Everything that can go wrong. It becomes n8n's error once the item or the hook is known. */
export class Problem extends Error {
	/** Private, so that nothing that prints an error can read it. */
	readonly #wholeAnswer: unknown;

	/** @param options `wholeAnswer` is the service's response with secrets */
	constructor(
		readonly told: ProblemFacts,
		options: { cause?: unknown; wholeAnswer?: unknown } = {},
	) {
		super(told.message, 'cause' in options ? { cause: options.cause } : undefined);
		this.name = 'Problem';
		this.#wholeAnswer = options.wholeAnswer;
	}

	/** The service's whole response, including secrets. It may be read, but never shown. */
	get wholeAnswer(): unknown {
		return this.#wholeAnswer;
	}
}

/** A refusal to send, such as for a wrong parameter. */
export function unsentProblem(message: string, advice?: string): Problem {
	return new Problem({ message, advice, outcome: 'notApplied', isUnsent: true });
}

/** Whether the node itself refused to send. */
export function isUnsent(thrown: unknown): boolean {
	return thrown instanceof Problem && thrown.told.isUnsent === true;
}

/**
 * Whether the service says that something does not exist. A web page with the same status does not say that: it comes
 * from a proxy without a service, or from another site.
 */
export function isNotThere(thrown: unknown): boolean {
	if (!(thrown instanceof Problem)) return false;
	const { status, answer } = thrown.told;
	return (status === 404 || status === 410) && isRecord(answer);
}

/** For a request whose record may not exist, as the handler of its failure. Any other error is thrown again. */
export function noneIfNotThere(thrown: unknown): undefined {
	if (isNotThere(thrown)) return undefined;
	throw thrown;
}

/** Progress of the requests of some work. */
export interface Progress {
	/** Whether a request may have been sent. */
	hasSent: boolean;
	/** Whether a request may have been sent that changes something. */
	mayHaveActed: boolean;
}

/** Progress of work that sends nothing, or has not sent anything yet. */
export const UNSENT: Progress = { hasSent: false, mayHaveActed: false };

const NOTHING_SENT = 'Nothing was sent.';

/**
 * Gives anything that was thrown an outcome. Only a problem with a request knows its outcome. That of all else depends
 * on what was sent before, and is unknown if a request may have changed something.
 */
export function toProblem(thrown: unknown, { hasSent, mayHaveActed }: Progress): Problem {
	if (thrown instanceof Problem && !isUnsent(thrown)) return thrown;
	const { message, advice = '' } = wordsIn(thrown);
	// Many texts say it themselves, for the usual case.
	const next = advice.replace(NOTHING_SENT, '').trim();
	const note = hasSent || message.startsWith('Not sent: ') ? '' : NOTHING_SENT;
	const told: ProblemFacts = mayHaveActed
		? { message: unknownOutcome(message), advice: joined(OUTCOME_WORDS.unknown, next), outcome: 'unknown' }
		: { message, advice: joined(next, note), outcome: 'notApplied' };
	return new Problem(told, { cause: thrown });
}

/** The outcome of what was sent, by the error. Unknown for all errors that do not know it, see {@link toProblem}. */
export function outcomeOfThrown(thrown: unknown): Outcome {
	return thrown instanceof Problem && !isUnsent(thrown) ? thrown.told.outcome : 'unknown';
}

/** What happened and what to do, in one text, for places where n8n shows only a message. */
export function sentencesOf(thrown: unknown): string {
	const { message, advice } = wordsIn(thrown);
	return joined(/[.!?…]$/.test(message) ? message : `${message}.`, advice);
}

/** The words of a problem, or those of n8n for a failed expression. */
function wordsIn(thrown: unknown): Pick<ProblemFacts, 'message' | 'advice'> {
	if (thrown instanceof Problem) return thrown.told;
	const { description } = (thrown ?? {}) as { description?: unknown };
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	return { message, advice: typeof description === 'string' ? description : undefined };
}

/**
 * Turns anything that was thrown into the error that n8n shows. The title says what happened, and the text below it
 * what to do.
 *
 * @param itemIndex the input item it belongs to, if any
 * @param note more text below the title
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	note = '',
): NodeApiError | NodeOperationError {
	const facts: Partial<ProblemFacts> = thrown instanceof Problem ? thrown.told : {};
	const { status, failure, answer, idempotencyKey } = facts;
	const { message, advice } = wordsIn(thrown);
	const key = idempotencyKey && `Its key is "${idempotencyKey}".`;
	const shown = { description: joined(advice, key, note), itemIndex, level: 'warning' } as const;
	const isOfService = status !== undefined || failure !== undefined;
	const error = isOfService
		? new NodeApiError(node, {}, { ...shown, message, httpCode: status?.toString(), failure })
		: new NodeOperationError(node, causeOf(thrown), shown);
	if (answer !== undefined) error.context.data = answer;
	// n8n replaces a message that contains a system error code, even inside a word ("superpermission" has EPERM).
	error.message = message;
	return error;
}

/** `NodeOperationError` returns another error of its class unchanged, so wrap one that n8n threw. */
function causeOf(thrown: unknown): Error {
	const cause = thrown instanceof Problem && thrown.cause !== undefined ? thrown.cause : thrown;
	if (!(cause instanceof Error)) return new Error(String(cause));
	return cause instanceof NodeOperationError ? new Error(cause.message, { cause }) : cause;
}

function joined(...texts: Array<string | undefined>): string {
	return texts.filter(Boolean).join(' ');
}
