import { isRecord } from '../shared/json';
import { isLeftOut, type Entry, type Refusal, type Share } from './bulk';
import { denies } from '../api/outcome';

/** The form of an endpoint's rows. */
export interface RowForm {
	/** Whether it names an entry of any request. */
	isNamed: (row: Entry) => boolean;
	isOf: (row: Entry, entry: Entry) => boolean;
	/** Whether it confirms the payment. */
	isPaid: (row: Entry) => boolean;
}

/** Whether it confirms or denies the payment. `undefined` if it may have been applied. */
type Verdict = 'paid' | 'refused' | undefined;

/** What a response says about an entry. */
interface Row {
	record: Entry;
	/** The kind of the list that it is in, by the name of the list. */
	section: Section;
	/** Whether it names no entry, or is in no list. It may still belong to an entry that was applied. */
	isLoose: boolean;
}

interface Judged {
	record: Entry;
	verdict: Verdict;
}

type Section = 'done' | 'undone' | 'detail' | undefined;

/** Names that services use for lists of applied entries. */
const DONE =
	/^(results?|updates?|updated|applied|success(es)?|succeeded|successful|processed|completed?|paid|done|data|items|entries|rows|members|credentials|transactions)$/i;

/** Names that services use for lists of entries that were not applied. */
const UNDONE =
	/error|fail|invalid|reject|refus|denied|declin|missing|skip|revert|rolled|unsuccess|unprocess|not[_-]?(found|applied|processed)/i;

/** Names of lists of problems of any kind. */
const DETAIL = /detail|issue|problem|message|violation/i;

/** Real responses are less deep, and the recursion needs a limit. */
const MAX_DEPTH = 8;

/**
 * What the body of a refusal says about its entries, anywhere in it. Services wrap such lists, and name them in many
 * ways.
 *
 * @param refuses the meaning of a row that says no in a list of applied entries
 * @returns `undefined` if it names no entry
 */
export function readRefusal(
	body: unknown,
	entries: readonly Entry[],
	form: RowForm,
	refuses: 'all' | 'each',
): Refusal | undefined {
	const rows = rowsIn(body, form).map((row) => ({
		record: row.record,
		verdict: verdictOf(row, form, refuses),
	}));
	if (rows.length === 0) return undefined;
	const mayHaveActed = rows.some(({ verdict }) => verdict !== 'refused');
	const isOneForAll = refuses === 'all' && !mayHaveActed;
	return { mayHaveActed, shares: entries.map((entry) => shareIn(rows, entry, entries, form, isOneForAll)) };
}

/** Returns a function that says whether a response names an entry both as applied and as not applied. */
export function disputesOf(body: unknown, form: RowForm): (entry: Entry) => boolean {
	const rows = rowsIn(body, form);
	const undone = rows.filter(({ section }) => section === 'undone');
	const done = rows.filter(({ section }) => section === 'done');
	return (entry) => [done, undone].every((list) => list.some(({ record }) => form.isOf(record, entry)));
}

/** @param isOneForAll whether a row may belong to several equal entries */
function shareIn(
	rows: readonly Judged[],
	entry: Entry,
	entries: readonly Entry[],
	{ isOf }: RowForm,
	isOneForAll: boolean,
): Share {
	const own = rows.filter(({ record }) => isOf(record, entry));
	const rivals = entries.filter((one) => own.some(({ record }) => isOf(record, one)));
	const theirs = rows.filter(({ record }) => rivals.some((one) => isOf(record, one)));
	// With rows that disagree, or with fewer rows than entries, it is not clear which entry they mean.
	if (theirs.length < rivals.length && !isOneForAll) return undefined;
	const row = own[Math.min(rivals.indexOf(entry), own.length - 1)];
	if (!row || own.some(({ verdict }) => verdict !== row.verdict)) return undefined;
	const { record, verdict } = row;
	if (verdict === undefined) return undefined;
	return verdict === 'paid' ? { record } : { refused: record };
}

function rowsIn(body: unknown, form: RowForm): Row[] {
	const rows: Row[] = [];
	const visit = (value: unknown, section: Section, isInTrouble: boolean, depth: number): void => {
		if (depth > MAX_DEPTH) return;
		if (Array.isArray(value)) {
			for (const element of value) {
				const isRow = isRecord(element) && form.isNamed(element);
				if (isRow) rows.push({ record: element, section, isLoose: false });
				else if (section === 'done' && !isInTrouble && mayBeRow(element))
					rows.push({ record: {}, section, isLoose: true });
				else visit(element, section, isInTrouble, depth + 1);
			}
			return;
		}
		if (!isRecord(value)) return;
		if (!isInTrouble && mayConfirm(value, form)) rows.push({ record: value, section, isLoose: true });
		for (const [name, held] of Object.entries(value)) {
			const next = sectionOf(name);
			visit(held, next, isInTrouble || next === 'undone' || next === 'detail', depth + 1);
		}
	};
	visit(body, undefined, false, 0);
	return rows;
}

function sectionOf(name: string): Section {
	if (DONE.test(name)) return 'done';
	if (UNDONE.test(name)) return 'undone';
	return DETAIL.test(name) ? 'detail' : undefined;
}

function verdictOf({ record, section, isLoose }: Row, { isPaid }: RowForm, refuses: 'all' | 'each'): Verdict {
	if (isLoose) return undefined;
	if (isPaid(record)) return section === 'done' ? 'paid' : undefined;
	if (section === 'undone' || section === 'detail') return 'refused';
	return refuses === 'all' && denies(record) ? 'refused' : undefined;
}

/** Whether an element without a named entry, in a list of applied entries, may still be one, such as an ID alone. */
function mayBeRow(element: unknown): boolean {
	return !isRecord(element) || (!denies(element) && isLeftOut(element.message) && isLeftOut(element.field));
}

/** Whether a record outside a list confirms a payment. A balance alone may be part of the reason for a refusal. */
function mayConfirm(record: Entry, { isNamed, isPaid }: RowForm): boolean {
	return isPaid(record) && (isNamed(record) || record.newBalance !== undefined);
}
