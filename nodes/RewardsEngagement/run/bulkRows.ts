import { isRecord } from '../shared/json';
import { isLeftOut, type Entry, type Refusal, type Share } from './bulk';
import { denies } from '../api/denials';

/** How the rows of an endpoint look. */
export interface RowForm {
	/** Whether it names an entry, be it one of the request or another. */
	isNamed: (row: Entry) => boolean;
	isOf: (row: Entry, entry: Entry) => boolean;
	/** Whether it confirms the payment. */
	isPaid: (row: Entry) => boolean;
}

/** Whether it confirms the payment or denies it. Nothing if it may have been applied. */
type Verdict = 'paid' | 'refused' | undefined;

/** What an answer says of an entry. */
interface Row {
	record: Entry;
	/** What the list that holds it is about, by its name. */
	section: Section;
	/** It names no entry, or stands in no list, and may be of one that was applied all the same. */
	isLoose: boolean;
}

interface Judged {
	record: Entry;
	verdict: Verdict;
}

type Section = 'done' | 'undone' | 'detail' | undefined;

/** Lists of entries that were applied, as services call them. */
const DONE =
	/^(results?|updates?|updated|applied|success(es)?|succeeded|successful|processed|completed?|paid|done|data|items|entries|rows|members|credentials|transactions)$/i;

/** Lists of entries that were not. */
const UNDONE =
	/error|fail|invalid|reject|refus|denied|declin|missing|skip|revert|rolled|unsuccess|unprocess|not[_-]?(found|applied|processed)/i;

/** Lists of what is wrong, of whatever it is. */
const DETAIL = /detail|issue|problem|message|violation/i;

/** No answer of a service is as deep, and what looks through it has a stack that ends. */
const MAX_DEPTH = 8;

/**
 * What the body of a refusal says of its entries, wherever it says it: services wrap such lists and name them as they like.
 *
 * @param refuses what a row means that says no, in a list of entries that were applied
 * @returns `undefined` where it tells of no entry
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

/** Tells of an entry whether an answer names it among what was applied, and among what was not. */
export function disputesOf(body: unknown, form: RowForm): (entry: Entry) => boolean {
	const rows = rowsIn(body, form);
	const undone = rows.filter(({ section }) => section === 'undone');
	const done = rows.filter(({ section }) => section === 'done');
	return (entry) => [done, undone].every((list) => list.some(({ record }) => form.isOf(record, entry)));
}

/** @param isOneForAll a row may stand for several equal entries */
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
	// Rows that disagree, or fewer rows than entries, do not tell which entry they mean.
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

/** Whether what names no entry, in a list of those that were applied, may be one all the same: such as an ID alone. */
function mayBeRow(element: unknown): boolean {
	return !isRecord(element) || (!denies(element) && isLeftOut(element.message) && isLeftOut(element.field));
}

/** Whether a record that stands in no list confirms a payment. A balance alone may be part of the reason. */
function mayConfirm(record: Entry, { isNamed, isPaid }: RowForm): boolean {
	return isPaid(record) && (isNamed(record) || record.newBalance !== undefined);
}
