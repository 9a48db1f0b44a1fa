import { isUnsent, Problem, unsentProblem } from '../errors';
import { allFields, type Found, RecordName } from '../fields/field';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import type { Draft } from './job';
import { RUN_STOPPED } from './results';
import type { TryMemory } from './tryMemory';

/** The most concurrent requests that look up names. */
const MAX_CONCURRENT = 8;

/** Names that can share a look-up, such as the emails in a realm. */
interface Question {
	first: Draft;
	realmId: string;
	name: RecordName;
	texts: Set<string>;
}

/**
 * Looks up the records that items name without their ID, such as members by email, before anything else happens with
 * the items. It only reads.
 */
export class RecordNames {
	/** @param known results for each name of the run, also of an earlier try */
	constructor(private readonly known: TryMemory['names'] = new Map()) {}

	/**
	 * Looks up all unknown names of the items.
	 *
	 * @param goesOn whether the run continues
	 */
	async lookUp(drafts: readonly Draft[], goesOn: () => boolean): Promise<void> {
		const questions = (await this.questionsOf(drafts)).flatMap(parted);
		// If all requests of a round fail, the next ones would fail too.
		let unanswered: { thrown: unknown } | undefined;
		for (let begin = 0; begin < questions.length && goesOn(); begin += MAX_CONCURRENT) {
			const round = questions.slice(begin, begin + MAX_CONCURRENT);
			const failures = await Promise.all(round.map(async (one) => await this.ask(one, unanswered)));
			if (failures.every((failure) => failure !== undefined)) [unanswered] = failures;
		}
	}

	/**
	 * The item with IDs instead of names.
	 *
	 * @throws {Problem} naming the parameter whose record is not found, or was not looked up
	 */
	resolved(draft: Draft): Draft {
		const named = Object.entries(draft.values).filter(([, value]) => value instanceof RecordName);
		if (named.length === 0) return draft;
		const values = { ...draft.values };
		const names: Record<string, string> = { ...draft.names };
		for (const [field, name] of named as Array<[string, RecordName]>) {
			const found = this.known.get(keyOf(draft, name));
			// The run stopped before the look-up.
			if (!found) throw RUN_STOPPED;
			const label = labelOf(draft, field);
			if ('thrown' in found) throw notLookedUp(label, found.thrown);
			if ('wrong' in found) throw notFound(label, found);
			values[field] = found.id;
			names[field] = found.name;
		}
		return { ...draft, values, names };
	}

	private async questionsOf(drafts: readonly Draft[]): Promise<Question[]> {
		const questions = new Map<string, Question>();
		for (const draft of drafts) {
			await yieldToEventLoop();
			for (const name of Object.values(draft.values)) {
				if (!(name instanceof RecordName)) continue;
				const known = this.known.get(keyOf(draft, name));
				if (known && 'id' in known) continue;
				const realmId = realmOf(draft);
				const kind = JSON.stringify([realmId, name.type]);
				const question = questions.get(kind) ?? { first: draft, realmId, name, texts: new Set<string>() };
				question.texts.add(name.text);
				questions.set(kind, question);
			}
		}
		return [...questions.values()];
	}

	/** @returns the error, if the look-up failed */
	private async ask(
		{ first, realmId, name, texts }: Question,
		unanswered: { thrown: unknown } | undefined,
	): Promise<{ thrown: unknown } | undefined> {
		const { finder, type } = name;
		// A separate client, because its progress is not that of the item.
		const client = first.client.with(first.client.retryPolicy, realmId);
		const asked = [...texts];
		let failure = unanswered;
		try {
			const found = failure ? [] : await finder.find(client, realmId, type, asked);
			for (const [index, one] of found.entries())
				this.known.set(keyIn(realmId, type, asked[index] as string), one);
		} catch (thrown) {
			failure = { thrown };
		}
		if (failure) for (const text of asked) this.known.set(keyIn(realmId, type, text), failure);
		return failure;
	}
}

/** Splits a question into requests, each with as many names as allowed. */
function parted(question: Question): Question[] {
	const texts = [...question.texts];
	const { maxNames } = question.name.finder;
	return Array.from({ length: Math.ceil(texts.length / maxNames) }, (_, index) => ({
		...question,
		texts: new Set(texts.slice(index * maxNames, (index + 1) * maxNames)),
	}));
}

/** Whether an item names a record without its ID. */
export function hasNames({ values }: Draft): boolean {
	return Object.values(values).some((value) => value instanceof RecordName);
}

function keyOf(draft: Draft, { type, text }: RecordName): string {
	return keyIn(realmOf(draft), type, text);
}

function keyIn(realmId: string, type: string, text: string): string {
	return JSON.stringify([realmId, type, text]);
}

function realmOf({ values, client }: Draft): string {
	return typeof values.realmId === 'string' ? values.realmId : client.connection.realmId;
}

function labelOf({ operation }: Draft, field: string): string {
	return allFields(operation)[field]?.property.displayName ?? field;
}

function notFound(label: string, { wrong, advice }: Extract<Found, { wrong: string }>): Problem {
	return unsentProblem(`"${label}": ${wrong}`, `${advice} Nothing was sent.`);
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
