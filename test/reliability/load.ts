import { setTimeout as sleep } from 'node:timers/promises';

import type { Sender } from '../harness/deliveries/sender';
import type { N8nInstance } from '../harness/n8n/instance';
import { Random, SEED } from '../harness/random';

/** The time of a further copy of an event's delivery. */
export type Repeat = 'at once' | 'after 1 s' | 'after a restart';

export interface PlannedEvent {
	/** Identifies the event. It is in the event's data, and the effect reports it. */
	number: number;
	/** The copies after the first delivery, up to three. */
	repeats: Repeat[];
}

const REPEATS: readonly [Repeat, ...Repeat[]] = ['at once', 'after 1 s', 'after a restart'];
const MOST_DELIVERIES = 4;

/**
 * Plans how often and when each event is delivered.
 *
 * @param lastRestart share of the events, 0 to 1, after which nothing is restarted
 * @param variant another number gives another plan
 */
export function makePlan(count: number, lastRestart: number, variant = 0): PlannedEvent[] {
	const random = new Random(SEED + variant);
	return Array.from({ length: count }, (_, number) => {
		const copies = random.below(MOST_DELIVERIES);
		const repeats = Array.from({ length: copies }, () => random.pick(REPEATS));
		const isTooLate = number > (lastRestart - 0.05) * count;
		return {
			number,
			repeats: repeats.map((repeat) => (repeat === 'after a restart' && isTooLate ? 'after 1 s' : repeat)),
		};
	});
}

/** Whether an event's plan has copies that reach n8n at the same time as the first delivery. */
export function hasTwins({ repeats }: PlannedEvent): boolean {
	return repeats.includes('at once');
}

/** A failure or a restart that happens once a share of the events is acknowledged. */
export interface Disturbance {
	/** Share of the events, 0 to 1. */
	after: number;
	name: string;
	act: () => Promise<void>;
}

export interface Load {
	plan: PlannedEvent[];
	sender: Sender;
	disturbances: Disturbance[];
	/** Gets the number of finished events: all their copies got a response or were given up. */
	progress: (done: number, note: string) => void;
}

/** The most events with an unacknowledged first delivery. This keeps an outage from affecting the whole plan. */
const WINDOW = 64;

/** Kills n8n with SIGKILL after one third and after two thirds of the events, and starts it again. */
export function killTwice(n8n: N8nInstance): Disturbance[] {
	return [1 / 3, 2 / 3].map((after) => ({
		after,
		name: 'killed with SIGKILL, starting again',
		act: async () => {
			await n8n.kill();
			await n8n.restart();
		},
	}));
}

/** Sends every event of the plan and its copies. Meanwhile it runs the disturbances. */
export async function runLoad({ plan, sender, disturbances, progress }: Load): Promise<void> {
	const calm = new Timeline(plan.length, disturbances);
	sender.untilUp = async () => await calm.present;
	const running = new Set<Promise<void>>();
	const events: Array<Promise<void>> = [];
	let done = 0;
	for (const event of plan) {
		while (running.size >= WINDOW) await Promise.race(running);
		const first = sender.deliver(event.number, event.number).then(() => calm.acknowledge());
		running.add(first);
		void first.then(() => running.delete(first));
		const copies = event.repeats.map(async (repeat, index) => {
			await due(repeat, first, calm);
			// Each copy goes to another process.
			await sender.deliver(event.number, event.number + index + 1);
		});
		const whole = Promise.all([first, ...copies]).then(() => progress(++done, calm.note));
		events.push(whole);
	}
	await Promise.all([...events, calm.over()]);
}

async function due(repeat: Repeat, first: Promise<void>, calm: Timeline): Promise<void> {
	if (repeat === 'at once') return;
	await first;
	if (repeat === 'after a restart') await calm.next();
	await sleep(1_000);
}

/** Runs the disturbances one after another, when the number of acknowledged events reaches them. */
class Timeline {
	note = '';

	/** The present disturbance. */
	present: Promise<void> = Promise.resolve();

	private acknowledged = 0;

	private readonly steps: Array<{ at: number; start: () => void; end: Promise<void> }>;

	constructor(total: number, disturbances: Disturbance[]) {
		let before: Promise<void> = Promise.resolve();
		this.steps = disturbances.map(({ after, name, act }) => {
			let start = () => undefined as void;
			const reached = new Promise<void>((resolve) => (start = resolve));
			const end = Promise.all([before, reached]).then(async () => {
				this.note = name;
				await (this.present = act());
				this.note = '';
			});
			before = end;
			return { at: Math.floor(after * total), start, end };
		});
	}

	acknowledge(): void {
		this.acknowledged += 1;
		for (const { at, start } of this.steps) if (this.acknowledged >= at) start();
	}

	/** Resolves when the next disturbance has ended, and at once when none is left. */
	async next(): Promise<void> {
		await this.steps.find(({ at }) => at > this.acknowledged)?.end;
	}

	async over(): Promise<void> {
		await Promise.all(this.steps.map(({ end }) => end));
	}
}
