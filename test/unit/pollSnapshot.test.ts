// Falls with nodes/RewardsEngagement/pollTrigger/snapshot.ts.

import { shortOf, type Identified } from '../../nodes/RewardsEngagement/pollTrigger/poller';
import * as snapshots from '../../nodes/RewardsEngagement/pollTrigger/snapshot';

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
	return snapshots.changesSince(before, { listed, ...isOver }, reading as never);
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
	expect(changes.map(({ id, wasThere }) => [id, wasThere])).toEqual([
		['a', true],
		['b', false],
	]);
});

it('keeps what it knows of records that are not listed, unless they are gone', () => {
	const before = { ...nothing, known: { a: 'x', b: 'x', c: 'x' } };
	const { snapshot } = changesSince(before, [], at(1), ['b']);
	expect([snapshot.known, snapshot.absent]).toEqual([{ a: 'x', c: 'x' }, ['a', 'c']]);
});

it('gives as many as are wanted, and the others the next time', () => {
	const states = ['a', 'b', 'c'].map((id) => state(id, 'x'));
	const first = changesSince(nothing, states, { ...at(1), maxEvents: 2 }, []);
	expect(first.changes.map(({ id }) => id)).toEqual(['a', 'b']);
	expect(changesSince(first.snapshot, states, at(2), []).changes.map(({ id }) => id)).toEqual(['c']);
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

	it('are remembered up to a thousand, the latest', () => {
		const before = { ...nothing, known: known(MANY + 3) };
		const kept = changesSince(before, [state('k0', '')], at(1), []).snapshot.known;
		expect(Object.keys(kept)).toHaveLength(MANY + 1);
		const isKept = (number: number) => shortOf(`k${number}`) in kept;
		expect([0, 1, 2, 3, MANY + 2].map(isKept)).toEqual([true, false, false, true, true]);
	});

	it('take no room from those that are there, however many', () => {
		const all = { ...nothing, known: known(MANY * 2) };
		const states = Array.from({ length: MANY * 2 }, (_, n) => state(`k${n}`, ''));
		expect(changesSince(all, states, at(1), []).snapshot).toEqual(all);
		const few = { ...nothing, known: known(MANY) };
		expect(changesSince(few, [], at(1), []).snapshot).toEqual(few);
	});
});
