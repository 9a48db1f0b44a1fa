import { isRecord } from '../shared/json';
import { isLeftOut, type Entry, type Refusal, type Share } from './bulk';
import { denies } from './response';

/** How the rows of an endpoint look. */
export interface RowForm {
	/** Whether it names an entry, be it one of the request or another. */
	isNamed: (row: Entry) => boolean;
	isOf: (row: Entry, entry: Entry) => boolean;
	/** Whether it confirms the payment. */
	isPaid: (row: Entry) => boolean;
}

/**
 * - `paid`: it confirms the payment
 * - `refused`: it was surely not applied
 * - `unclear`: it may have been applied
 */
type Verdict = 'paid' | 'refused' | 'unclear';

/** What an answer says of an entry, or of one that it does not name. */
interface Row {
	record: Entry;
	verdict: Verdict;
	/** Whether it names an entry. */
	isNamed: boolean;
	/** What the list that holds it is about, by its name. */
	place: Place;
}

type Place = 'done' | 'undone' | 'detail' | undefined;

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
	const rows = rowsIn(body, form, refuses).filter(({ isNamed, verdict }) => isNamed || verdict !== 'refused');
	if (rows.length === 0) return undefined;
	const mayHaveActed = rows.some(({ verdict }) => verdict !== 'refused');
	const isOneForAll = refuses === 'all' && !mayHaveActed;
	return { mayHaveActed, shares: entries.map((entry) => shareIn(rows, entry, entries, form, isOneForAll)) };
}

/** Tells of an entry whether an answer names it among what was applied, and among what was not. */
export function disputesOf(body: unknown, form: RowForm): (entry: Entry) => boolean {
	const rows = rowsIn(body, form, 'all');
	const undone = rows.filter(({ place }) => place === 'undone');
	const done = rows.filter(({ place }) => place === 'done');
	return (entry) => [done, undone].every((list) => list.some(({ record }) => form.isOf(record, entry)));
}

/** @param isOneForAll a row may stand for several equal entries */
function shareIn(
	rows: readonly Row[],
	entry: Entry,
	entries: readonly Entry[],
	{ isOf }: RowForm,
	isOneForAll: boolean,
): Share {
	const own = rows.filter(({ record }) => isOf(record, entry));
	const rivals = entries.filter((one) => own.some(({ record }) => isOf(record, one)));
	// Of rows that disagree, and of fewer rows than entries, nobody can tell which entry they mean.
	if (own.length < rivals.length && !isOneForAll) return undefined;
	const row = own[Math.min(rivals.indexOf(entry), own.length - 1)];
	if (!row || own.some(({ verdict }) => verdict !== row.verdict)) return undefined;
	const { record, verdict } = row;
	return { paid: { record }, refused: { refused: record }, unclear: undefined }[verdict];
}

function rowsIn(body: unknown, form: RowForm, refuses: 'all' | 'each'): Row[] {
	const rows: Row[] = [];
	const add = (record: Entry, verdict: Verdict, place: Place) =>
		rows.push({ record, verdict, place, isNamed: form.isNamed(record) });
	const visit = (value: unknown, place: Place, isInTrouble: boolean, depth: number): void => {
		if (depth > MAX_DEPTH) return;
		if (Array.isArray(value)) {
			for (const element of value) {
				const isRow = isRecord(element) && form.isNamed(element);
				if (isRow) add(element, verdictOf(element, place, form, refuses), place);
				else if (place === 'done' && !isInTrouble && mayBeRow(element)) add({}, 'unclear', place);
				else visit(element, place, isInTrouble, depth + 1);
			}
			return;
		}
		if (!isRecord(value)) return;
		if (!isInTrouble && mayConfirm(value, form)) add(value, 'unclear', place);
		for (const [name, held] of Object.entries(value)) {
			const next = placeOf(name);
			visit(held, next, isInTrouble || next === 'undone' || next === 'detail', depth + 1);
		}
	};
	visit(body, undefined, false, 0);
	return rows;
}

function placeOf(name: string): Place {
	if (DONE.test(name)) return 'done';
	if (UNDONE.test(name)) return 'undone';
	return DETAIL.test(name) ? 'detail' : undefined;
}

function verdictOf(row: Entry, place: Place, { isPaid }: RowForm, refuses: 'all' | 'each'): Verdict {
	if (isPaid(row)) return place === 'done' ? 'paid' : 'unclear';
	if (place === 'undone' || place === 'detail') return 'refused';
	return refuses === 'all' && denies(row) ? 'refused' : 'unclear';
}

/** Whether what names no entry, in a list of those that were applied, may be one all the same: such as an ID alone. */
function mayBeRow(element: unknown): boolean {
	return !isRecord(element) || (!denies(element) && isLeftOut(element.message) && isLeftOut(element.field));
}

/** Whether a record that stands in no list confirms a payment. A balance alone may be part of the reason. */
function mayConfirm(record: Entry, { isNamed, isPaid }: RowForm): boolean {
	return isPaid(record) && (isNamed(record) || record.newBalance !== undefined);
}
