import http from 'node:http';

import { forgery, forgeryKinds, type Forgery } from './forgeries';
import { post, type Answer } from './http';
import type { Target } from './sender';

const TIMEOUT_MS = 30_000;
/** How `post` names an attempt that nobody answered. */
const TIMED_OUT = 'timed out';

/** What the answers to a flood of forgeries were. */
export interface FloodResult {
	statuses: Map<number, number>;
	latencies: number[];
	/** Kinds of forgery that were answered with success, with how often. */
	accepted: Map<string, number>;
	/** Requests without an answer. */
	hung: number;
	/** The statuses of each kind. */
	byKind: Map<string, Set<number>>;
}

/** Sends forgeries of all kinds, `lanes` at a time. */
export async function flood(
	target: Target,
	range: { from: number; to: number },
	lanes: number,
	progress: (done: number) => void,
): Promise<FloodResult> {
	const result: FloodResult = {
		statuses: new Map(),
		latencies: [],
		accepted: new Map(),
		hung: 0,
		byKind: new Map(forgeryKinds.map((kind) => [kind, new Set<number>()])),
	};
	const agent = new http.Agent({ keepAlive: true, maxSockets: lanes });
	const url = target.urls[0] ?? '';
	let next = range.from;
	const lane = async () => {
		while (next < range.to) {
			const made = forgery(next++, target);
			note(result, made, await post({ url, ...made, timeout: TIMEOUT_MS, agent }));
			progress(next - range.from);
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	agent.destroy();
	return result;
}

function note(result: FloodResult, { kind }: Forgery, { status, milliseconds, text }: Answer): void {
	result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
	result.latencies.push(milliseconds);
	result.byKind.get(kind)?.add(status);
	if (status >= 200 && status < 300) result.accepted.set(kind, (result.accepted.get(kind) ?? 0) + 1);
	if (text.endsWith(TIMED_OUT)) result.hung += 1;
}
