import { isUnsent, Problem, unsentProblem } from '../errors';
import { allFields, type Found, type RecordLabel, RecordName } from '../fields/field';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import type { Draft, LocalJob, Run } from './job';
import { RUN_STOPPED } from './results';

/** The most concurrent requests that look up names. */
const MAX_CONCURRENT = 8;

/** Names that share a look-up, such as the emails in a realm. */
interface LookUp {
	first: Draft;
	name: RecordName;
	texts: string[];
}

type Answer = Found | { thrown: unknown };

/**
 * Looks up the records that items name without their ID, such as members by email, before anything else happens with
 * the items. It only reads. Results are remembered for all tries of the run.
 */
export async function lookUpNames(run: Run, drafts: ReadonlyArray<Draft | LocalJob>): Promise<void> {
	const { results } = run;
	const lookUps = await lookUpsFor(run, drafts);
	let failure: Answer | undefined;
	for (let begin = 0; begin < lookUps.length && results.goesOn; begin += MAX_CONCURRENT) {
		const round = lookUps.slice(begin, begin + MAX_CONCURRENT);
		const answers = await Promise.all(round.map(async (one) => await ask(one, failure)));
		for (const [index, { first, name, texts }] of round.entries()) {
			const found = answers[index] as Answer[];
			texts.forEach((text, place) =>
				results.memory.names.set(keyOf(first, name.type, text), found[place] as Answer),
			);
		}
		// If all requests of a round fail, the next ones would fail too.
		const all = answers.flat();
		if (all.every((answer) => 'thrown' in answer)) [failure] = all;
	}
}

/**
 * The item with IDs instead of names.
 *
 * @throws {Problem} naming the parameter whose record is not found, or was not looked up
 */
export function withIds({ results, isTool }: Run, draft: Draft): Draft {
	const named = namesIn(draft);
	if (named.length === 0) return draft;
	const values = { ...draft.values };
	const names: Record<string, RecordLabel> = { ...draft.names };
	for (const [field, { type, text }] of named) {
		const found = results.memory.names.get(keyOf(draft, type, text));
		// The run stopped before the look-up.
		if (!found) throw RUN_STOPPED;
		const label = allFields(draft.operation)[field]?.property.displayName ?? field;
		if ('thrown' in found) throw notLookedUp(label, found.thrown);
		if ('wrong' in found)
			throw unsentProblem(`"${label}": ${found.wrong}`, `${found.advice} Nothing was sent.`);
		values[field] = found.id;
		const { name, email } = found;
		// A model must not see email addresses.
		names[field] = isTool ? { name } : { name, email };
	}
	return { ...draft, values, names };
}

/** The look-ups for all items, each with as many names as a request may have. */
async function lookUpsFor({ results }: Run, drafts: ReadonlyArray<Draft | LocalJob>): Promise<LookUp[]> {
	const groups = new Map<string, { first: Draft; name: RecordName; texts: Set<string> }>();
	for (const draft of drafts) {
		if (draft !== drafts[0]) await yieldToEventLoop();
		if (!draft.client) continue;
		for (const [, name] of namesIn(draft)) {
			const known = results.memory.names.get(keyOf(draft, name.type, name.text));
			if (known && 'id' in known) continue;
			const kind = keyOf(draft, name.type);
			const group = groups.get(kind) ?? { first: draft, name, texts: new Set() };
			groups.set(kind, group);
			group.texts.add(name.text);
		}
	}
	return [...groups.values()].flatMap(({ first, name, texts }) => {
		const { maxNames } = name.finder;
		const all = [...texts];
		return Array.from({ length: Math.ceil(all.length / maxNames) }, (_, index) => ({
			first,
			name,
			texts: all.slice(index * maxNames, (index + 1) * maxNames),
		}));
	});
}

/** @param failure of earlier look-ups, after which nothing is asked */
async function ask({ first, name, texts }: LookUp, failure?: Answer): Promise<Answer[]> {
	if (failure) return texts.map(() => failure);
	const { finder, type } = name;
	const { realmId, retryPolicy } = first.client;
	try {
		// A separate client, because its progress is not that of the item.
		return await finder.find(first.client.with(retryPolicy, realmId), realmId, type, texts);
	} catch (thrown) {
		return texts.map(() => ({ thrown }));
	}
}

/** The names in the values of an item, by field. */
function namesIn({ values }: Draft): Array<[string, RecordName]> {
	const named: Array<[string, RecordName]> = [];
	for (const field in values) if (values[field] instanceof RecordName) named.push([field, values[field]]);
	return named;
}

function keyOf({ client }: Draft, ...name: string[]): string {
	return JSON.stringify([client.realmId, ...name]);
}

/** Only a read has failed, so the item has changed nothing. */
function notLookedUp(label: string, thrown: unknown): unknown {
	if (!(thrown instanceof Problem) || isUnsent(thrown)) return thrown;
	const { told } = thrown;
	return new Problem({
		...told,
		message: `"${label}" was not looked up: ${told.message}`,
		advice: [told.advice, 'Nothing was changed.'].filter(Boolean).join(' '),
		outcome: 'notApplied',
	});
}
