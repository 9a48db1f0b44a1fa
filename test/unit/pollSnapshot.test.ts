// Falls with nodes/RewardsEngagement/pollTrigger/snapshot.ts and nodes/RewardsEngagement/pollTrigger/poller.ts.

import type { IDataObject } from 'n8n-workflow';

import {
	attempt,
	eventIdOf,
	type Identified,
	identifiedIn,
	type Reading,
	shortOf,
} from '../../nodes/RewardsEngagement/pollTrigger/poller';
import * as snapshots from '../../nodes/RewardsEngagement/pollTrigger/snapshot';
import { wholeList } from '../../nodes/RewardsEngagement/pollTrigger/snapshot';

const MANY = 1_000;
let name = '';
let count = 0;
/** Each test uses its own name. */
beforeEach(() => (name = `events ${count++}`));
const at = (time: number) => ({ name, maxEvents: 500, latest: 0, now: new Date(time).toISOString() });
const record = (id: string): Identified => ({ id, record: {} });
const state = (id: string, content: string) => ({ ...record(id), content });
const nothing: snapshots.Snapshot = { known: {}, over: {}, forgotten: 0, absent: [] };

/** @param gone the shortened IDs of records whose states are over */
function changesSince(
	before: snapshots.Snapshot | undefined,
	listed: snapshots.Listed[],
	reading: ReturnType<typeof at>,
	gone: string[],
) {
	const isOver = gone.length > 0 ? { isOver: (key: string) => gone.includes(key) } : {};
	return snapshots.changesSince(before, { listed, ...isOver }, reading);
}

it('takes nothing for new at first, but the latest that are wanted', () => {
	const states = [state('a', 'x'), state('b', 'x'), state('c', 'x')];
	expect(changesSince(undefined, states, at(1), []).changes).toEqual([]);
	const { changes, snapshot } = changesSince(undefined, states, { ...at(1), latest: 2 }, []);
	expect(changes.map(({ id }) => id)).toEqual(['b', 'c']);
	expect(changesSince(undefined, states, { ...at(1), latest: 9 }, []).changes).toHaveLength(3);
	expect(changesSince(snapshot, states, at(2), []).changes).toEqual([]);
	expect(snapshot.over).toEqual({});
});

it('tells what is added from what has changed', () => {
	const { snapshot } = changesSince(undefined, [state('a', 'x')], at(1), []);
	const { changes } = changesSince(snapshot, [state('a', 'y'), state('b', 'x')], at(2), []);
	expect(changes.map(({ id, before }) => [id, before])).toEqual([
		['a', 'x'],
		['b', undefined],
	]);
});

it('keeps what it knows of records that are not listed, unless they are gone', () => {
	const before = { ...nothing, known: { a: 'x', b: 'x', c: 'x' } };
	const { snapshot } = changesSince(before, [], at(1), ['b']);
	expect([snapshot.known, snapshot.absent]).toEqual([{ a: 'x', c: 'x' }, ['a', 'c']]);
});

it('gives as many as are wanted, and the others the next time, wherever it starts', () => {
	const states = ['a', 'b', 'c'].map((id) => state(id, 'x'));
	const first = changesSince(nothing, states, { ...at(1), maxEvents: 2 }, []);
	expect(first.changes.map(({ id }) => id)).toEqual(['b', 'c']);
	expect(changesSince(first.snapshot, states, at(2), []).changes.map(({ id }) => id)).toEqual(['a']);
});

it('tells a state from an earlier one that was the same by when that was over', () => {
	const afters: number[] = [];
	let before: snapshots.Snapshot | undefined;
	for (const [index, content] of ['x', 'y', 'x', 'y', 'x'].entries()) {
		const { changes, snapshot } = changesSince(before, [state('a', content)], at(index), []);
		afters.push(...changes.map(({ after }) => after));
		before = snapshot;
	}
	expect(afters).toEqual([0, 1, 2, 3]);
});

it('tells the same from any earlier snapshot that has not seen the state end', () => {
	const { snapshot } = changesSince(undefined, [state('a', 'x')], at(1), []);
	const between = changesSince(snapshot, [state('a', 'z')], at(2), []);
	const last = [state('a', 'y')];
	expect(changesSince(between.snapshot, last, at(3), []).changes).toMatchObject([{ content: 'y', after: 0 }]);
	expect(changesSince(snapshot, last, at(9), []).changes).toMatchObject([{ content: 'y', after: 0 }]);
});

it('knows when a state ended that another trigger of the process has seen to end', () => {
	const { snapshot } = changesSince(undefined, [state('a', '')], at(1), []);
	const gone = [shortOf('a')];
	const first = changesSince(snapshot, [], at(2), gone).snapshot;
	const second = changesSince(snapshot, [], at(3), gone).snapshot;
	// A snapshot that begins later has not seen it at all.
	const third = changesSince(undefined, [], at(4), []).snapshot;
	for (const before of [first, second, third]) {
		const { changes, snapshot: above } = changesSince(before, [state('a', '')], at(5), []);
		expect(changes).toMatchObject([{ after: 2 }]);
		const again = changesSince(above, [], at(6), gone).snapshot;
		expect(changesSince(again, [state('a', '')], at(7), []).changes).toMatchObject([{ after: 6 }]);
		name = `alone ${count++}`;
	}
});

it('forgets of a thousand ends the oldest, and takes all forgotten ones for as late as that', () => {
	const keys = Array.from({ length: MANY }, (_, number) => shortOf(String(number)));
	const known = Object.fromEntries(keys.map((key) => [key, '']));
	const full = changesSince({ ...nothing, known }, [], at(5), keys).snapshot;
	expect([Object.keys(full.known), Object.keys(full.over).length, full.forgotten]).toEqual([[], MANY, 0]);
	const more = changesSince({ ...full, known: { other: '' } }, [], at(9), ['other']).snapshot;
	expect([Object.keys(more.over).length, more.over.other, more.forgotten]).toEqual([MANY, 9, 5]);
	expect(changesSince(more, [state('new', '')], at(10), []).changes).toMatchObject([{ after: 5 }]);
});

it('knows the latest thousand ends that another trigger of the process has seen', () => {
	const keys = Array.from({ length: MANY + 1 }, (_, number) => shortOf(String(number)));
	const known = Object.fromEntries(keys.map((key) => [key, '']));
	changesSince({ ...nothing, known }, [], at(5), keys);
	const { over } = changesSince({ ...nothing, known }, [], at(9), keys.slice(0, 2)).snapshot;
	expect([over[keys[0]!], over[keys[1]!]]).toEqual([9, 5]);
});

describe('records that are no more', () => {
	const known = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [shortOf(`k${n}`), '']));

	it('are remembered up to ten thousand with those that are there, the latest', () => {
		const before = { ...nothing, known: known(MANY * 10 + 2) };
		const kept = changesSince(before, [state('k0', '')], at(1), []).snapshot.known;
		expect(Object.keys(kept)).toHaveLength(MANY * 10);
		const isKept = (number: number) => shortOf(`k${number}`) in kept;
		expect([0, 1, 2, 3, MANY * 10 + 1].map(isKept)).toEqual([true, false, false, true, true]);
	});

	it('take no room from those that are there, however many', () => {
		const all = { ...nothing, known: known(MANY * 2) };
		const states = Array.from({ length: MANY * 2 }, (_, n) => state(`k${n}`, ''));
		expect(changesSince(all, states, at(1), []).snapshot).toEqual(all);
		const few = { ...nothing, known: known(MANY) };
		expect(changesSince(few, [], at(1), []).snapshot).toEqual(few);
	});
});

describe('the records of a poller', () => {
	it('has the same id for the same thing, and another for another', () => {
		expect(eventIdOf('a', 1)).toBe(eventIdOf('a', 1));
		expect(eventIdOf('a', 1)).toMatch(/^[0-9a-f]{64}$/);
		expect(new Set([eventIdOf('a', 1), eventIdOf('a', '1'), eventIdOf('a1'), eventIdOf(1, 'a')]).size).toBe(
			4,
		);
	});

	it('has eight characters for any text', () => {
		expect(shortOf('')).toMatch(/^[\w-]{8}$/);
		expect(shortOf('a')).not.toBe(shortOf('b'));
	});

	it('reads the records of a page, with numbers for ids as well', () => {
		expect(identifiedIn({ data: [{ id: 'a' }, null, { id: 7 }], meta: { total: 2 } })).toEqual([
			{ id: 'a', record: { id: 'a' } },
			{ id: '7', record: { id: 7 } },
		]);
		expect(identifiedIn({ data: [{ id: 'a', accountId: 'b' }] }, 'accountId')).toMatchObject([{ id: 'b' }]);
	});

	it('gives what was asked for, or the error that kept it from coming', async () => {
		const broken = new Error('broken');
		expect(await attempt(Promise.resolve(1))).toBe(1);
		expect(await attempt(Promise.reject(broken))).toBe(broken);
	});

	it.each([[null], [[]], ['x'], [{}], [{ data: {} }]])('says of %j that it holds no list', (body) => {
		expect(() => identifiedIn(body)).toThrow(
			'The service returned an unexpected list: the response contains no list',
		);
	});

	it.each([[{}], [{ id: '' }], [{ id: null }], [{ id: {} }]])('says that %j has no id', (record) => {
		expect(() => identifiedIn({ data: [{ id: 'a' }, record] })).toThrow(
			'the list contains a record without an ID',
		);
	});

	describe('a whole list', () => {
		const request = { method: 'GET', path: '/things' };
		const list = { request: () => request } as unknown as Parameters<typeof wholeList>[1];
		const contentOf = ({ n }: IDataObject) => (typeof n === 'number' ? `${n}` : undefined);
		let asked = 0;

		function reading(pages: object[], hasTime: () => boolean = () => true): Reading {
			asked = 0;
			async function* give(wanted: unknown) {
				expect(wanted).toBe(request);
				for (const page of pages) {
					asked++;
					yield page;
				}
			}
			return { client: { pages: give }, hasTime } as unknown as Reading;
		}

		it('has each record of its pages once, as it was last', async () => {
			const first = { data: [{ id: 'a', n: 1 }, { id: 'b' }] };
			const second = { data: [{ id: 'a', n: 2 }, { id: 'c' }] };
			expect(await wholeList(reading([first, second, { data: [] }]), list, contentOf)).toEqual({
				listed: [
					{ id: 'a', record: { id: 'a', n: 2 }, content: '2' },
					{ id: 'b', record: { id: 'b' } },
					{ id: 'c', record: { id: 'c' } },
				],
			});
			expect(asked).toBe(3);
		});
	});
});
