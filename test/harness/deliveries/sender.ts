import { createHmac } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { post } from '../http/post';

/**
 * Milliseconds before each retry of a delivery that was not answered with 200: as many as the service makes, but
 * shorter. While n8n is known to be down they do not run out; see {@link Sender.untilUp}.
 */
const RETRY_PAUSES = [1_000, 2_000, 5_000, 15_000, 30_000];
const TIMEOUT_MS = 30_000;
/** Requests under way at a time. */
const SLOTS = 24;

export interface Target {
	/** The addresses of the trigger, one per process that takes deliveries. */
	urls: string[];
	/** What the trigger registered. */
	secret: string;
	realmId: string;
}

/** The service's part: sends signed events, and sends them again until they are acknowledged. */
export class Sender {
	/** How often each status was answered; 0 is a broken connection. */
	readonly statuses = new Map<number, number>();

	/** Of the answers with 200. */
	readonly latencies: number[] = [];

	/** Deliveries that were begun, retries not counted. */
	deliveries = 0;

	/** Events of which a delivery was acknowledged. */
	readonly acknowledged = new Set<number>();

	/** Events of which a delivery arrived and was never answered, because n8n died. */
	readonly unanswered = new Set<number>();

	/** Resolves when nothing is restarting. The service's pauses are long enough for that; these are not. */
	untilUp: () => Promise<void> = async () => await Promise.resolve();

	private readonly agent = new http.Agent({ keepAlive: true, maxSockets: SLOTS });

	private free = SLOTS;

	private readonly waiting: Array<() => void> = [];

	/** @param bodyOf gives the bytes of an event; the same for every delivery of it */
	constructor(
		private readonly target: Target,
		private readonly bodyOf = (number: number) => eventBody(number, target.realmId),
	) {}

	/** Delivers an event to one of the processes, with retries. Returns whether it was acknowledged. */
	async deliver(number: number, process: number): Promise<boolean> {
		this.deliveries += 1;
		const body = this.bodyOf(number);
		for (const pause of [...RETRY_PAUSES, undefined]) {
			if (await this.attempt(number, body, process)) {
				this.acknowledged.add(number);
				return true;
			}
			if (pause === undefined) return false;
			await sleep(pause);
			await this.untilUp();
		}
		return false;
	}

	close(): void {
		this.agent.destroy();
	}

	private async attempt(number: number, body: string, process: number): Promise<boolean> {
		await this.takeSlot();
		const { urls, secret } = this.target;
		const url = urls[process % urls.length] ?? '';
		const headers = { 'content-type': 'application/json', 'x-service-signature': sign(body, secret) };
		const answer = await post({ url, headers, body, timeout: TIMEOUT_MS, agent: this.agent });
		this.returnSlot();
		this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
		if (answer.status === 0 && !answer.text.includes('ECONNREFUSED')) this.unanswered.add(number);
		if (answer.status !== 200) return false;
		this.latencies.push(answer.milliseconds);
		return true;
	}

	private async takeSlot(): Promise<void> {
		if (this.free > 0) {
			this.free -= 1;
			return;
		}
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	private returnSlot(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free += 1;
	}
}

export function sign(body: string | Buffer, secret: string): string {
	return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The same bytes for the same number, as a repeated delivery has them. */
export function eventBody(number: number, realmId: string, memberId = `member-${number}`): string {
	return JSON.stringify({
		type: 'quest.completed',
		timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
		realmId,
		data: { number, quest: { id: `quest-${number}` }, member: { id: memberId } },
	});
}
