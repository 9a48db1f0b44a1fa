import type { Connection } from './connection';
import type { NamedRecord, OperationRequest } from './request';
import { serviceWords } from './serviceWords';
import { listed } from '../shared/listed';

/**
 * What to do about a 404. Where the service says what it did not find, that is what to look at, by its field and id, and
 * nothing is guessed beside it. Where it does not, everything that was asked for is named.
 *
 * @param body the service's answer
 * @param guess what the operation takes for likely
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
	const asked = `It was asked for ${path.text}${elsewhere.length > 0 ? ` with ${labelled(elsewhere)}` : ''}.`;
	// An address is no word about a record, though it holds some.
	const meant = meantBy(serviceWords(body).replace(/\/\S*/g, ''), all);
	if (meant.length === 0) {
		const check = `${asked} Check the IDs in it, and the base URL ${baseUrl} in the credential.`;
		return sentences(guess, check, ...given.map(({ advice }) => advice), whenNotFound);
	}
	const wrong = meant.filter(({ isGiven }) => isGiven);
	if (wrong.length === 0) return sentences(asked, whenNotFound);
	const isRealm = wrong.some(({ nouns }) => nouns.includes('realm'));
	const check = isRealm
		? `Check ${labelled(wrong)}, and the base URL ${baseUrl} in the credential: another installation of the service has other realms.`
		: `Check ${labelled(wrong)}.`;
	return sentences(check, ...wrong.map(({ advice }) => advice), whenNotFound);
}

/** What of all that a request names the service says is missing, else what it speaks of. */
function meantBy(words: string, all: readonly NamedRecord[]): readonly NamedRecord[] {
	const missing = all.filter(({ nouns }) => nouns.some((noun) => isMissing(noun, words)));
	if (missing.length > 0) return missing;
	// Every record is in some realm, so that the word alone says nothing.
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

/** What there is to say, each sentence once. */
function sentences(...texts: Array<string | undefined>): string {
	return [...new Set(texts.filter(Boolean))].join(' ');
}
