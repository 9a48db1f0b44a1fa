import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { PollState } from '../../nodes/RewardsEngagement/pollTrigger/pollState';

const wanted = { scope: 'here', schema: z.object({ n: z.number() }) };

/** What n8n stores of a node, and how a poll sees it. */
class Stored {
	node: IDataObject = {};

	global: IDataObject = {};

	/** How often the node's data was written to. */
	writes = 0;

	constructor(
		private readonly isDurable = false,
		private readonly workflow?: object,
	) {}

	open(id = 'node-1'): PollState {
		const observed = new Proxy(this.node, {
			set: (target, name, value) => {
				this.writes++;
				return Reflect.set(target, name, value);
			},
		});
		const context = {
			getNode: () => ({ id, name: 'Poll' }),
			getWorkflowStaticData: (kind: string) => ({ node: observed, global: this.global })[kind],
			// Where cursors are durable, the node's data is no part of the workflow's.
			workflow: this.workflow ?? { staticData: this.isDurable ? {} : { 'node:Poll': observed } },
		};
		if (this.workflow && !('staticData' in this.workflow)) Reflect.deleteProperty(context, 'workflow');
		return PollState.of(context as unknown as IPollFunctions);
	}

	/** A poll that moves on by one. */
	poll(hasEmitted: boolean, ...events: string[]): Array<number | undefined> {
		const state = this.open();
		const before = events.map((event) => state.positionOf(event, wanted, undefined)?.n as number | undefined);
		for (const [index, event] of events.entries()) {
			state.move(event, wanted.scope, { n: (before[index] ?? 0) + 1 }, hasEmitted);
		}
		state.keep(events);
		return before;
	}

	/** Another process finds what was stored. */
	die(): void {
		for (const data of [this.node, ...Object.values(this.copies)]) data.by = 'another process';
	}

	get copies(): Record<string, IDataObject> {
		return (this.global.rewardsEngagementPollTrigger ?? {}) as Record<string, IDataObject>;
	}
}

it('goes on from where it was', () => {
	const stored = new Stored();
	expect(stored.poll(false, 'a')).toEqual([undefined]);
	expect(stored.poll(true, 'a')).toEqual([1]);
	expect(stored.poll(true, 'a')).toEqual([2]);
});

it('repeats the last emission of another process, and no other', () => {
	const stored = new Stored();
	stored.poll(false, 'a', 'b');
	stored.poll(true, 'a');
	stored.poll(true, 'a');
	stored.die();
	expect(stored.poll(true, 'a')).toEqual([2]);
	expect(stored.poll(true, 'a')).toEqual([3]);
});

it('repeats nothing of an event that emitted nothing, and keeps what it began with', () => {
	const stored = new Stored();
	stored.poll(false, 'a');
	const state = stored.open();
	expect(state.positionOf('a', wanted, undefined)).toEqual({ n: 1 });
	expect(state.positionOf('b', wanted, undefined)).toBeUndefined();
	state.move('a', wanted.scope, { n: 2 }, true);
	state.move('b', wanted.scope, { n: 7 }, false);
	state.keep(['a', 'b']);
	stored.die();
	const next = stored.open();
	expect(next.positionOf('a', wanted, undefined)).toEqual({ n: 1 });
	expect(next.positionOf('b', wanted, undefined)).toEqual({ n: 7 });
});

it('writes nothing that stays as it is: n8n stores what was written', () => {
	const stored = new Stored();
	stored.poll(false, 'a');
	const { writes } = stored;
	const state = stored.open();
	state.move('a', wanted.scope, state.positionOf('a', wanted, undefined)!, false);
	state.keep(['a']);
	expect(stored.writes).toBe(writes);
	const empty = new Stored();
	empty.open().keep(['a']);
	expect(empty.writes).toBe(0);
});

it('forgets what is not chosen any more', () => {
	const stored = new Stored();
	stored.poll(false, 'a', 'b');
	stored.poll(false, 'a');
	expect(Object.keys(stored.node.positions as object)).toEqual(['a']);
	expect(stored.poll(false, 'a', 'b')).toEqual([2, undefined]);
});

it('begins anew with another scope', () => {
	const stored = new Stored();
	stored.poll(false, 'a');
	const state = stored.open();
	expect(state.positionOf('a', { ...wanted, scope: 'elsewhere' }, undefined)).toBeUndefined();
	expect(state.isDamaged).toBe(false);
});

it('knows from this process what n8n did not store', () => {
	const state = new Stored().open();
	const begun = { scope: 'here', position: { n: 5 } };
	expect(state.positionOf('a', wanted, begun)).toEqual({ n: 5 });
	expect(state.positionOf('b', wanted, { ...begun, scope: 'elsewhere' })).toBeUndefined();
	state.keep(['a']);
	expect(state.isDamaged).toBe(false);
});

it('says that a place cannot be read, and goes on from what this process knows', () => {
	const stored = new Stored();
	stored.node = { positions: { a: { scope: 'here', position: { n: 'x' } } } };
	const state = stored.open();
	expect(state.isDamaged).toBe(false);
	expect(state.positionOf('a', wanted, { scope: 'here', position: { n: 5 } })).toEqual({ n: 5 });
	expect(state.isDamaged).toBe(false);
	expect(stored.open().positionOf('a', wanted, undefined)).toBeUndefined();
	const damaged = stored.open();
	damaged.positionOf('a', wanted, undefined);
	expect(damaged.isDamaged).toBe(true);
	damaged.keep(['a']);
	expect(stored.node.positions).toEqual({});
});

it.each([[{ positions: 'x' }], [{ positions: null, sent: 3 }], [{ positions: { a: null, b: 'x' } }]])(
	'reads %j as nothing',
	(data) => {
		const stored = new Stored();
		stored.node = data;
		expect(stored.poll(false, 'a', 'b')).toEqual([undefined, undefined]);
		expect(stored.poll(false, 'a', 'b')).toEqual([1, 1]);
	},
);

describe('a copy by the node’s id', () => {
	it('is there under another name, with what was emitted last', () => {
		const stored = new Stored();
		stored.poll(false, 'a');
		stored.poll(true, 'a');
		stored.node = {};
		expect(stored.poll(false, 'a')).toEqual([2]);
		stored.node = {};
		stored.die();
		expect(stored.poll(false, 'a')).toEqual([3]);
	});

	it('is that of one node among others', () => {
		const stored = new Stored();
		stored.poll(false, 'a');
		stored.node = {};
		expect(stored.open('node-2').positionOf('a', wanted, undefined)).toBeUndefined();
		const other = stored.open('node-2');
		other.move('a', wanted.scope, { n: 9 }, false);
		other.keep(['a']);
		expect(Object.keys(stored.copies).sort()).toEqual(['node-1', 'node-2']);
	});

	it('keeps with durable cursors what the trigger began with, and nothing after', () => {
		const stored = new Stored(true);
		stored.poll(false, 'a');
		// n8n drops what it finds at publishing.
		stored.node = {};
		stored.die();
		expect(stored.poll(false, 'a')).toEqual([1]);
		expect(stored.poll(false, 'a')).toEqual([2]);
		expect(stored.copies['node-1']!.positions).toEqual({ a: { scope: 'here', position: { n: 1 } } });
	});

	it('is made in an n8n that does not show the workflow', () => {
		const stored = new Stored(false, {});
		stored.poll(false, 'a');
		stored.poll(false, 'a');
		stored.node = {};
		expect(stored.poll(false, 'a')).toEqual([2]);
	});

	it.each([['x'], [{ 'node-1': 'x' }], [[]]])('that is %j is none', (copies) => {
		const stored = new Stored();
		stored.global = { rewardsEngagementPollTrigger: copies };
		expect(stored.poll(false, 'a')).toEqual([undefined]);
		stored.node = {};
		expect(stored.poll(false, 'a')).toEqual([1]);
	});
});
