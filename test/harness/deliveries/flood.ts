import http from 'node:http';

import { forgery, type Forger, type Forgery } from './forgeries';
import { post, type Answer } from '../http/post';
import type { Target } from './sender';

/** The error of `post` for an attempt without a response. */
const TIMED_OUT = 'timed out';

/** The responses to a flood of forgeries. */
export interface FloodResult {
	statuses: Map<number, number>;
	latencies: number[];
	/** Kinds of forgeries with a successful response, and how many. */
	accepted: Map<string, number>;
	/** Requests without a response. */
	hung: number;
	/** The statuses of each kind. */
	byKind: Map<string, Set<number>>;
}

export interface FloodOptions {
	from: number;
	to: number;
	/** Requests at a time. */
	lanes: number;
	/** The timeout in milliseconds. A request without a response until then counts as hung. */
	timeout?: number;
	forger?: Forger;
	progress?: (done: number) => void;
}

/** Sends forgeries, and records the responses. */
export async function flood(
	target: Target,
	{ from, to, lanes, timeout = 30_000, forger = forgery, progress }: FloodOptions,
): Promise<FloodResult> {
	const result: FloodResult = {
		statuses: new Map(),
		latencies: [],
		accepted: new Map(),
		hung: 0,
		byKind: new Map(),
	};
	const agent = new http.Agent({ keepAlive: true, maxSockets: lanes });
	const url = target.urls[0] ?? '';
	let next = from;
	const lane = async () => {
		while (next < to) {
			const made = forger(next++, target);
			note(result, made, await post({ url, ...made, timeout, agent }));
			progress?.(next);
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	agent.destroy();
	return result;
}

function note(result: FloodResult, { kind }: Forgery, { status, milliseconds, text }: Answer): void {
	result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
	result.latencies.push(milliseconds);
	result.byKind.set(kind, (result.byKind.get(kind) ?? new Set<number>()).add(status));
	if (status >= 200 && status < 300) result.accepted.set(kind, (result.accepted.get(kind) ?? 0) + 1);
	if (text.endsWith(TIMED_OUT)) result.hung += 1;
}
