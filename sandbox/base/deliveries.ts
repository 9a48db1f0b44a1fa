import hmacSha256 from 'crypto-js/hmac-sha256';
import { newId } from './ids';
import { createStop, sleep } from './stopping';

/** The body of a request to a webhook (API document, section 6.1). */
export interface EventEnvelope {
	type: string;
	timestamp: string;
	realmId: string;
	data: Record<string, unknown>;
}

export interface Attempt {
	at: string;
	/** HTTP status of the receiver, or null without a response. */
	status: number | null;
	durationMs: number;
	/** Why there was no response. */
	error: string | null;
	responseBody: string | null;
}

export interface Delivery {
	id: string;
	webhookId: string;
	url: string;
	type: string;
	/** `cancelled`: before a retry, the webhook was deleted or switched off, or the service stopped. */
	state: 'pending' | 'delivered' | 'failed' | 'cancelled';
	/** The exact text sent, the same on every attempt. */
	body: string;
	/** Value of X-Service-Signature, or null for a webhook without a secret. */
	signature: string | null;
	attempts: Attempt[];
}

export interface DeliveryOptions {
	/** Milliseconds before each retry, at most five. */
	retryDelays: readonly number[];
	/** The timeout of one attempt in milliseconds. */
	deliveryTimeout: number;
	/** Called after every attempt. */
	onAttempt?: (delivery: Delivery, attempt: Attempt) => void;
}

/** The parts of a webhook that a delivery needs. */
export interface Receiver {
	id: string;
	url: string;
	/** Signs the deliveries. */
	secret?: string;
}

const MAX_RETRIES = 5;

/**
 * The signature of a body: `sha256=` and the lowercase hexadecimal HMAC-SHA256, keyed with the secret of the webhook.
 * Source: API document, section 6.1.
 */
export function sign(body: string, secret: string): string {
	return `sha256=${hmacSha256(body, secret).toString()}`;
}

/** Sends events to webhooks, retries until one responds with 200, and records every attempt. */
export class Deliveries {
	readonly all: Delivery[] = [];

	private stopping = createStop();

	private running = new Set<Promise<void>>();

	/**
	 * @param isWanted asked before each retry. False when the webhook is deleted or switched off.
	 * @throws RangeError for too many retries
	 */
	constructor(
		private readonly options: DeliveryOptions,
		private readonly isWanted: (webhookId: string) => boolean,
	) {
		// A test once counted on a sixth retry that was never sent.
		if (options.retryDelays.length > MAX_RETRIES)
			throw new RangeError(`A delivery has at most ${MAX_RETRIES} retries`);
	}

	/** Starts one delivery and returns its record, which grows with each attempt. */
	send(hook: Receiver, event: EventEnvelope): Delivery {
		const body = JSON.stringify(event);
		const delivery: Delivery = {
			id: newId(),
			webhookId: hook.id,
			url: hook.url,
			type: event.type,
			state: 'pending',
			body,
			signature: hook.secret ? sign(body, hook.secret) : null,
			attempts: [],
		};
		return this.start(delivery);
	}

	/**
	 * Delivers the same bytes again, like a service that lost the acknowledgement.
	 *
	 * @returns the record of the new delivery, or undefined when no delivery has this id
	 */
	repeat(deliveryId: string): Delivery | undefined {
		const known = this.all.find((delivery) => delivery.id === deliveryId);
		return known && this.start({ ...known, id: newId(), state: 'pending', attempts: [] });
	}

	/** Resolves when no delivery is under way or waits for a retry. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}

	/** Cancels all deliveries and deletes the records. */
	async reset(): Promise<void> {
		await this.stop();
		this.all.length = 0;
		this.stopping = createStop();
	}

	/** Ends all attempts and waits for retries at once. */
	async stop(): Promise<void> {
		this.stopping.abort();
		await this.settled();
	}

	private start(delivery: Delivery): Delivery {
		this.all.push(delivery);
		const run = this.run(delivery).finally(() => this.running.delete(run));
		this.running.add(run);
		return delivery;
	}

	private async run(delivery: Delivery): Promise<void> {
		const { signal } = this.stopping;
		const delays = [0, ...this.options.retryDelays];
		for (const [index, delay] of delays.entries()) {
			await sleep(delay, signal);
			if (signal.aborted || (index > 0 && !this.isWanted(delivery.webhookId))) {
				delivery.state = 'cancelled';
				return;
			}
			const attempt = await post(delivery, this.options.deliveryTimeout, signal);
			delivery.attempts.push(attempt);
			if (attempt.status === 200) delivery.state = 'delivered';
			this.options.onAttempt?.(delivery, attempt);
			if (attempt.status === 200) return;
		}
		delivery.state = signal.aborted ? 'cancelled' : 'failed';
	}
}

/** One POST. It does not follow a redirect, which counts as a response other than 200. */
async function post(delivery: Delivery, timeout: number, stopping: AbortSignal): Promise<Attempt> {
	const started = Date.now();
	const outcome = (rest: Pick<Attempt, 'status' | 'error' | 'responseBody'>): Attempt => ({
		at: new Date(started).toISOString(),
		durationMs: Date.now() - started,
		...rest,
	});
	try {
		const response = await fetch(delivery.url, {
			method: 'POST',
			headers: {
				// A busy receiver may close an idle connection before it reads the delivery that has arrived on it.
				connection: 'close',
				'content-type': 'application/json',
				...(delivery.signature ? { 'x-service-signature': delivery.signature } : {}),
			},
			body: delivery.body,
			redirect: 'manual',
			signal: AbortSignal.any([stopping, AbortSignal.timeout(timeout)]),
		});
		return outcome({ status: response.status, error: null, responseBody: await response.text() });
	} catch (error) {
		return outcome({ status: null, error: reason(error), responseBody: null });
	}
}

/** The innermost message, because fetch's own "fetch failed" does not help. */
function reason(error: unknown): string {
	const { message = String(error), cause } = error as { message?: string; cause?: unknown };
	return cause === undefined ? message : reason(cause);
}
