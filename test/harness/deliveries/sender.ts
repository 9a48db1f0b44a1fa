import { createHmac } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { post } from '../http/receiver';

/**
 * Milliseconds before each retry of a delivery without a 200: as many as the service makes, but shorter. They do not
 * run out while n8n is known to be down. See {@link Sender.untilUp}.
 */
const RETRY_PAUSES = [1_000, 2_000, 5_000, 15_000, 30_000];
const TIMEOUT_MS = 30_000;
/** Requests under way at a time. */
const SLOTS = 24;

export interface Target {
	/** The addresses of the trigger, one per webhook process. */
	urls: string[];
	/** The secret that the trigger registered. */
	secret: string;
	realmId: string;
}

/** Takes the place of the service: sends signed events, and retries until they are acknowledged. */
export class Sender {
	/** The number of responses per status. 0 stands for a broken connection. */
	readonly statuses = new Map<number, number>();

	/** Of the responses with 200. */
	readonly latencies: number[] = [];

	/** The number of started deliveries, without retries. */
	deliveries = 0;

	/** Events with an acknowledged delivery. */
	readonly acknowledged = new Set<number>();

	/** Events whose delivery arrived but got no response, because n8n died. */
	readonly unanswered = new Set<number>();

	/**
	 * Resolves when nothing is restarting. The service's pauses are long enough to cover a restart, but these are
	 * not.
	 */
	untilUp: () => Promise<void> = async () => await Promise.resolve();

	private readonly agent = new http.Agent({ keepAlive: true, maxSockets: SLOTS });

	private free = SLOTS;

	private readonly waiting: Array<() => void> = [];

	/** @param bodyOf returns the bytes of an event, always the same for one event */
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

/** The same bytes for the same number, like a redelivery. */
export function eventBody(number: number, realmId: string, memberId = `member-${number}`): string {
	return JSON.stringify({
		type: 'quest.completed',
		timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
		realmId,
		data: { number, quest: { id: `quest-${number}` }, member: { id: memberId } },
	});
}
