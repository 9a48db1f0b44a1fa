// Falls with nodes/RewardsEngagement/pollTrigger/pollState.ts and nodes/RewardsEngagement/pollTrigger/troubles.ts.

import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { PollState } from '../../nodes/RewardsEngagement/pollTrigger/pollState';
import { isToTell } from '../../nodes/RewardsEngagement/pollTrigger/troubles';

const schema = z.object({ n: z.number() });

/** n8n's stored data of a node, and a poll's view of it. */
class Stored {
	private static count = 0;

	node: IDataObject = {};

	global: IDataObject = {};

	/** The number of writes to the data. */
	writes = 0;

	private readonly key = `trigger ${Stored.count++}`;

	constructor(
		private readonly isDurable = false,
		private readonly workflow?: object,
	) {}

	open(id = 'node-1'): PollState {
		const observed = (data: IDataObject) =>
			new Proxy(data, {
				set: (target, name, value) => {
					this.writes++;
					return Reflect.set(target, name, value);
				},
			});
		const [node, global] = [observed(this.node), observed(this.global)];
		const context = {
			getNode: () => ({ id, name: 'Poll' }),
			getWorkflowStaticData: (kind: string) => ({ node, global })[kind],
			// With durable cursors, the node's data is not part of the workflow's.
			workflow: this.workflow ?? { staticData: this.isDurable ? {} : { 'node:Poll': node } },
		};
		return new PollState(context as unknown as IPollFunctions, `${this.key} ${id}`);
	}

	/** A poll that moves the position by one. */
	poll(hasEmitted: boolean, ...names: string[]): Array<number | undefined> {
		const state = this.open();
		const before = names.map((name) => state.positionOf(name, schema).position?.n);
		for (const [index, name] of names.entries()) {
			state.move(name, { n: (before[index] ?? 0) + 1 }, hasEmitted);
		}
		state.keep();
		return before;
	}

	/** A poll whose cursor n8n does not store, although the process continues. n8n stores the workflow's data. */
	refuse(hasEmitted: boolean, ...names: string[]): void {
		const before = { ...this.node };
		this.poll(hasEmitted, ...names);
		this.node = before;
	}

	/** Another process finds only the stored data. */
	die(): void {
		for (const data of [this.node, ...Object.values(this.copies)]) data.by = 'another process';
	}

	get copies(): Record<string, IDataObject> {
		return (this.global.rewardsEngagementPollTrigger ?? {}) as Record<string, IDataObject>;
	}
}

it('repeats the last emission of another process, and no other', () => {
	const stored = new Stored();
	stored.poll(false, 'a', 'b');
	stored.poll(true, 'a');
	stored.poll(true, 'a');
	stored.die();
	expect(stored.poll(true, 'a')).toEqual([2]);
	expect(stored.poll(true, 'a')).toEqual([3]);
});

it('goes on behind an emission that repeated one of another process', () => {
	const stored = new Stored();
	stored.poll(false, 'a');
	stored.die();
	expect(stored.poll(true, 'a')).toEqual([1]);
	expect(stored.poll(false, 'a')).toEqual([2]);
});

it('repeats nothing of an event that emitted nothing, and keeps what it began with', () => {
	const stored = new Stored();
	stored.poll(false, 'a');
	const state = stored.open();
	for (const name of ['a', 'b']) state.positionOf(name, schema);
	state.move('a', { n: 2 }, true);
	state.move('b', { n: 7 }, false);
	state.keep();
	stored.die();
	const next = stored.open();
	expect(next.positionOf('a', schema).position).toEqual({ n: 1 });
	expect(next.positionOf('b', schema).position).toEqual({ n: 7 });
});

it('knows in its process what n8n did not store', () => {
	const stored = new Stored();
	stored.poll(false, 'a');
	stored.global = {};
	expect(stored.poll(false, 'a')).toEqual([1]);
});

it('writes nothing that stays as it is: n8n stores what was written', () => {
	const stored = new Stored();
	stored.poll(false, 'a');
	const { writes } = stored;
	const state = stored.open();
	state.move('a', state.positionOf('a', schema).position!, false);
	state.keep();
	expect(stored.writes).toBe(writes);
	// n8n stores an emission together with what was written.
	stored.poll(true, 'a');
	expect(stored.writes).toBe(writes + 1);
	const empty = new Stored();
	empty.open().keep();
	expect(empty.writes).toBe(0);
});

it('writes nothing in another process before something is emitted or moves', () => {
	const stored = new Stored();
	stored.poll(false, 'a');
	stored.die();
	const { writes } = stored;
	const state = stored.open();
	state.move('a', state.positionOf('a', schema).position!, false);
	state.keep();
	expect(stored.writes).toBe(writes);
});

it('marks what it writes with its process and its last emission', () => {
	const stored = new Stored();
	const markAfter = (hasEmitted: boolean) => {
		stored.poll(hasEmitted, 'a');
		return stored.copies['node-1']!.by as string;
	};
	const first = markAfter(false);
	expect(first).toMatch(/^[\w-]{8} [\w-]{8}$/);
	expect(markAfter(false)).toBe(first);
	const second = markAfter(true);
	expect(second).not.toBe(first);
	expect(markAfter(false)).toBe(second);
	// The other process must not continue from its own memory.
	stored.die();
	expect(markAfter(false).slice(0, 8)).toBe(first.slice(0, 8));
});

it('keeps what is not chosen any more, so that it goes on once it is chosen again', () => {
	const stored = new Stored();
	stored.poll(false, 'a', 'b');
	stored.poll(false, 'a');
	expect(stored.poll(false, 'a', 'b')).toEqual([2, 1]);
});

it('forgets what is not chosen any more where there is much of it, the oldest first', () => {
	const stored = new Stored();
	const state = stored.open();
	state.positionOf('small', schema);
	for (const name of ['old', 'older', 'small']) state.move(name, { n: 1, much: name.repeat(7_000) }, false);
	state.keep();
	stored.poll(false, 'a');
	expect(Object.keys(stored.copies['node-1']!.positions as object)).toEqual(['small', 'a']);
	stored.poll(false, 'small');
	expect(stored.poll(false, 'old')).toEqual([undefined]);
});

it.each([
	[50_000, true],
	[50_001, false],
])('keeps positions of %i characters as they are: %j', (length, isKept) => {
	const stored = new Stored(true);
	const positions = { a: { n: 1 }, old: { n: 1, much: '' } };
	positions.old.much = 'x'.repeat(length - JSON.stringify(positions).length);
	stored.node = { positions };
	const state = stored.open();
	state.positionOf('a', schema);
	state.keep();
	expect(stored.open().positionOf('old', schema).position?.n).toBe(isKept ? 1 : undefined);
});

it('forgets nothing in a poll that cannot read its settings', () => {
	const stored = new Stored();
	const state = stored.open();
	state.positionOf('a', schema);
	state.move('a', { n: 1, much: 'x'.repeat(60_000) }, false);
	state.keep();
	stored.open().keep();
	expect(stored.poll(false, 'a')).toEqual([1]);
});

describe('with durable cursors, a poll that n8n refuses', () => {
	it('is repeated if it emitted something', () => {
		const stored = new Stored(true);
		stored.poll(false, 'a');
		stored.poll(true, 'a');
		stored.refuse(true, 'a');
		expect(stored.poll(true, 'a')).toEqual([2]);
		expect(stored.poll(true, 'a')).toEqual([3]);
	});

	it('is repeated after another event moved in the same poll', () => {
		const stored = new Stored(true);
		stored.poll(false, 'a', 'b');
		const before = { ...stored.node };
		const state = stored.open();
		for (const name of ['a', 'b']) state.positionOf(name, schema);
		state.move('a', { n: 2 }, true);
		state.move('b', { n: 2 }, false);
		state.keep();
		stored.node = before;
		expect(stored.poll(true, 'a', 'b')).toEqual([1, 1]);
	});

	it('is continued if it emitted nothing, however often that happens', () => {
		const stored = new Stored(true);
		stored.poll(false, 'a');
		stored.die();
		for (let poll = 0; poll < 3; poll++) stored.refuse(false, 'a', 'b');
		expect(stored.poll(false, 'a', 'b')).toEqual([4, 3]);
	});

	it('is repeated after the copy of the start was used', () => {
		const stored = new Stored(true);
		stored.refuse(false, 'a');
		stored.refuse(true, 'a');
		expect(stored.poll(true, 'a')).toEqual([1]);
		expect(stored.poll(true, 'a')).toEqual([2]);
	});
});

describe('n8n’s data of the workflow', () => {
	it('has each trigger by the id of its node', () => {
		const stored = new Stored();
		stored.poll(false, 'a');
		stored.die();
		expect(stored.open('node-2').positionOf('a', schema).position).toBeUndefined();
		const other = stored.open('node-2');
		other.positionOf('a', schema);
		other.move('a', { n: 9 }, false);
		other.keep();
		expect(Object.keys(stored.copies).sort()).toEqual(['node-1', 'node-2']);
		expect(stored.node.positions).toBeUndefined();
	});

	it('has with durable cursors what the trigger began with, and nothing after', () => {
		const stored = new Stored(true);
		expect(stored.open().isDurable).toBe(true);
		stored.poll(false, 'a');
		// n8n drops the data that it finds at publishing.
		stored.node = {};
		stored.die();
		expect(stored.poll(false, 'a')).toEqual([1]);
		expect(stored.poll(false, 'a')).toEqual([2]);
		expect(stored.node.positions).toEqual({ a: { n: 3 } });
		stored.node = { ...stored.node };
		expect(stored.poll(false, 'a')).toEqual([3]);
		expect(stored.copies['node-1']!.positions).toEqual({ a: { n: 2 } });
	});

	it('is used in an n8n that does not show the workflow', () => {
		const stored = new Stored(false, {});
		stored.poll(false, 'a');
		expect(stored.open().isDurable).toBe(false);
		expect(stored.copies['node-1']!.positions).toEqual({ a: { n: 1 } });
	});

	it.each([['x'], [{ 'node-1': 'x' }], [[]]])('that is %j has nothing', (copies) => {
		const stored = new Stored();
		stored.global = { rewardsEngagementPollTrigger: copies };
		expect(stored.poll(false, 'a')).toEqual([undefined]);
		expect(stored.poll(false, 'a')).toEqual([1]);
	});
});

describe('a poll that fails', () => {
	const MINUTE = 60_000;
	let count = 0;
	/** Failing polls of a trigger at these minutes. Returns those that are reported. */
	function told(mayPass: boolean, minutes: number[], key = `trigger ${count++}`): number[] {
		return minutes.filter((minute) => isToTell(key, mayPass, minute * MINUTE));
	}

	it('waits for a poll that may fail: one that found something may not', () => {
		const canFail = [true, false, false, true, true];
		expect(canFail.map((can, minute) => isToTell('busy', false, minute * MINUTE, can))).toEqual([
			false,
			false,
			false,
			true,
			false,
		]);
	});

	it('tells within the same time after the clock jumped back', () => {
		expect(told(true, [1000, 1001, 3, 17, 18])).toEqual([18]);
		expect(told(false, [1000, 1001, 3, 62, 63])).toEqual([1001, 63]);
	});
});
