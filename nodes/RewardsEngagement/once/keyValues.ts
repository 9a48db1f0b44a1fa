import type { Outcome } from '../errors';

/**
 * The result of a claim.
 * - `mine`: the key was free. The caller may act, and must call `settle` of the journal afterwards.
 * - `done`: it was done before
 * - `open`: it began, and its outcome is unknown or not known yet
 * - `conflict`: the key was used for another request
 */
export type State = 'mine' | 'done' | 'open' | 'conflict';

export interface Claim {
	key: string;
	/** What a key of the user is used for. Another use of the same key is a conflict. Other keys say it themselves. */
	fingerprint?: string;
	/** The data of the execution say that the key is open. If n8n has dropped it since, it is not free. */
	isOpen?: boolean;
	/** The execution that runs an event. If n8n resumes it in another process, the event is still its own. */
	owner?: string;
	/** Takes an open event over, because a person has looked at it. */
	takesOver?: boolean;
	/** Counts as done at once, and is not settled. */
	isImmediate?: boolean;
}

/** A claim that was mine, with its outcome: applied is done, not applied is free, and unknown stays open. */
export type Ending = Claim & { outcome: Outcome };

/** A claim under way, with its values in n8n's row. */
export interface Try {
	claim: Claim;
	/** In doubt, a payment is not sent and an event is delivered. */
	isEvent: boolean;
	/**
	 * How often a person has released the key. Each life has its own values, because the requests of an earlier one
	 * are unknown.
	 */
	life: number;
	round: number;
	name: string;
	/** A payment is released if its name is there without this value. Events cannot be released. */
	held?: string;
	note: string;
	print?: string;
	/** Tells the claims of several processes apart. Each round has another one: an earlier one may come back. */
	mark?: string;
	owner?: string;
}

/** Whether n8n had a value not yet. */
export type IsNew = (value: string) => boolean;

/** Separates the name of a key from what belongs to it. */
const SUFFIX = '\u0000';

function nameOf(key: string, life: number): string {
	return life === 0 ? key : `${key}${SUFFIX}life ${life}`;
}

/** @param mark a new text if other processes write the row too */
export function beginTry(
	claim: Claim,
	{ isEvent, life, round }: Pick<Try, 'isEvent' | 'life' | 'round'>,
	mark?: string,
): Try {
	const { key, fingerprint, owner } = claim;
	const name = nameOf(key, life);
	const value = (text: string) => `${name}${SUFFIX}${text}`;
	return {
		claim,
		isEvent,
		life,
		round,
		name,
		note: value('open'),
		...(!isEvent && { held: value('held') }),
		...(fingerprint !== undefined && { print: value(`for ${fingerprint}`) }),
		...(mark !== undefined && { mark: value(`by ${mark}`) }),
		...(owner !== undefined && { owner: value(`in ${owner}`) }),
	};
}

/** What tells the claims of several processes apart. */
export function marksOf({ mark, owner }: Try): string[] {
	return mark === undefined ? [] : given(mark, owner);
}

/** The values of a claim. The name first and the fingerprint last, because n8n drops the oldest values first. */
export function valuesOf({ claim, name, held, note, print }: Try): string[] {
	return given(name, held, claim.isImmediate ? undefined : note, print);
}

/** The values to remove when a claim ends. */
export function endedValues(one: Try, isApplied: boolean): string[] {
	return isApplied ? [one.note] : valuesOf(one);
}

/** The values to remove when a person releases the key, and the names that stay: also those of earlier lives. */
export function releasedValues({ claim, life, held, note }: Try): { names: string[]; others: string[] } {
	const names = Array.from({ length: life + 1 }, (_, earlier) => nameOf(claim.key, earlier));
	return { names, others: given(held, note) };
}

/**
 * What the values say that n8n had before a claim.
 *
 * @param isSure whether the claim was recorded at the first attempt. A failed one may have been carried out.
 */
export function stateOf(one: Try, isNew: IsNew, isSure: boolean): State | 'released' {
	const { claim, isEvent, life, name, held, note, print, owner } = one;
	const isNameNew = isNew(name);
	const isHeldNew = held === undefined ? isNameNew : isNew(held);
	const isNoteNew = claim.isImmediate === true || isNew(note);
	if (isHeldNew && isNoteNew) {
		if (!isNameNew) return 'released';
		return claim.isOpen && life === 0 ? 'open' : 'mine';
	}
	// An open key may have lost its fingerprint, see `undoneValues`. Then it is open for any request.
	if (print !== undefined && isNew(print)) return isNoteNew ? 'conflict' : 'open';
	// A failed attempt may have recorded the event. Without other processes, an open event is that of an execution
	// that crashed. A repeated event is better than a lost one.
	const isInDoubt = claim.isImmediate === true && !isSure;
	// It is recorded only if other processes write too.
	const isOfAnother = owner !== undefined && isNew(owner);
	const isLeft = claim.takesOver || !isOfAnother;
	if (isEvent && (isNoteNew ? isInDoubt : isLeft)) return 'mine';
	return isNoteNew ? 'done' : 'open';
}

/** What a claim wrote and must take back, because the key was used before. */
export function undoneValues(one: Try, state: State | 'released', isNew: IsNew, isSure: boolean): string[] {
	const { held, note, print } = one;
	// The values of an open key stay. n8n may have dropped some of them. After an attempt that may have been carried
	// out, it is unknown whether the fingerprint was there before.
	if (state === 'open') return given(print).filter((value) => isNew(value) || !isSure);
	return given(held, note, print).filter(isNew);
}

function given(...values: Array<string | undefined>): string[] {
	const all: string[] = [];
	for (const value of values) if (value !== undefined) all.push(value);
	return all;
}
