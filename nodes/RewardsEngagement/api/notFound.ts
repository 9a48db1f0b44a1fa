import type { Connection } from './connection';
import type { NamedRecord, OperationRequest } from './request';
import { serviceWords } from './serviceWords';
import { listed } from '../shared/listed';

/**
 * What to do about a 404.
 *
 * If the service names what it did not find, the advice is about that record, its field and its ID, without guesses.
 * Otherwise the advice names everything that the request asked for.
 *
 * @param body the service's response
 * @param guess the likely cause, from the operation
 */
export function adviceOnNotFound(
	body: unknown,
	{ path, names, whenNotFound }: OperationRequest,
	{ baseUrl }: Connection,
	guess: string | undefined,
): string {
	const all = names?.() ?? [];
	const given = all.filter(({ isGiven }) => isGiven);
	const elsewhere = given.filter(({ id }) => id === undefined || !path.text.includes(encodeURIComponent(id)));
	const asked = `Requested: ${path.text}${elsewhere.length > 0 ? ` with ${labelled(elsewhere)}` : ''}.`;
	// A path contains names of records, but says nothing about the missing one.
	const meant = meantBy(serviceWords(body).replace(/\/\S*/g, ''), all);
	if (meant.length === 0) {
		const check = `${asked} Check the IDs in this path, and the base URL ${baseUrl} in the credential.`;
		return sentences(guess, check, ...given.map(({ advice }) => advice), whenNotFound);
	}
	const wrong = meant.filter(({ isGiven }) => isGiven);
	if (wrong.length === 0) return sentences(asked, whenNotFound);
	const isRealm = wrong.some(({ nouns }) => nouns.includes('realm'));
	const check = isRealm
		? `Check ${labelled(wrong)}, and the base URL ${baseUrl} in the credential. Realm IDs differ between installations of the service.`
		: `Check ${labelled(wrong)}.`;
	return sentences(check, ...wrong.map(({ advice }) => advice), whenNotFound);
}

/** The records that the service calls missing. If there are none, the records that it mentions. */
function meantBy(words: string, all: readonly NamedRecord[]): readonly NamedRecord[] {
	const missing = all.filter(({ nouns }) => nouns.some((noun) => isMissing(noun, words)));
	if (missing.length > 0) return missing;
	// Every record is in some realm, so the word "realm" alone says nothing.
	return all.filter(({ nouns }) =>
		nouns.some((noun) => noun !== 'realm' && new RegExp(`\\b${noun}\\b`, 'i').test(words)),
	);
}

function isMissing(noun: string, words: string): boolean {
	const before = `\\b(no|no such|unknown|(not|n't) (find|know) (the|this|any|an?))`;
	const after = `(with|of|id|the|is|was|were|could|does|do|[^a-z])*\\b(not found|not be found|not exist|unknown|not known)`;
	return new RegExp(`${before} ${noun}\\b|\\b${noun}\\b${after}\\b`, 'i').test(words);
}

function labelled(records: readonly NamedRecord[]): string {
	return listed(records.map(({ label, id }) => (id === undefined ? `"${label}"` : `"${label}" (${id})`)));
}

/** Joins the sentences, each of them once. */
function sentences(...texts: Array<string | undefined>): string {
	return [...new Set(texts.filter(Boolean))].join(' ');
}
