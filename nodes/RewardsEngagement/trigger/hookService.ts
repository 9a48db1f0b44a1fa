import { z } from 'zod';

import type { Client } from '../api/client';
import { denies, deniesRemoval } from '../api/outcome';
import { MAX_PAGES_INTERACTIVE } from '../api/paging';
import { now } from '../api/time';
import type { Operation } from '../declare/operation';
import { isNotThere, outcomeOfThrown, Problem, unsentProblem } from '../errors';
import { isSameAddress, placeIn } from '../resources/webhook/address';
import { createWebhook } from '../resources/webhook/create';
import { deleteWebhook } from '../resources/webhook/delete';
import { getManyWebhooks } from '../resources/webhook/getMany';
import { hooksIn, remoteHook, type RemoteHook } from '../resources/webhook/remoteHooks';
import { updateWebhook } from '../resources/webhook/update';
import { isRecord } from '../shared/json';

/** The record in a response, which is the record itself or has it in `data`. */
const recordIn = (body: unknown) => (isRecord(body) && isRecord(body.data) ? body.data : body);

const createdHook = z.preprocess(recordIn, remoteHook.pick({ id: true, active: true }));
const changedHook = z.preprocess(recordIn, remoteHook.pick({ active: true }));

/** The webhooks of one realm that call the trigger. */
export class HookService {
	/** When the last request must end, by the clock of `now`. */
	private readonly until: number;

	/** The time of all requests of a kind, in milliseconds. */
	private readonly spent = new Map<string, number>();

	/**
	 * @param place the realm, and the address of the trigger. Webhooks with other addresses are left alone.
	 * @param milliseconds the most time for all requests
	 */
	constructor(
		private readonly client: Client,
		private readonly place: { realmId: string; url: string },
		private readonly milliseconds: number,
	) {
		this.until = now() + milliseconds;
	}

	/**
	 * The webhooks that call the address of the trigger.
	 *
	 * @param known ID of the webhook that the trigger registered for this address. It counts even if the list masks
	 * its address. It is removed if it is not in the list, because a service may leave out inactive webhooks.
	 */
	async ownHooks(known?: string): Promise<RemoteHook[]> {
		let all = await this.allHooks();
		if (known !== undefined && !all.has(known)) {
			await this.remove(known);
			all = await this.allHooks();
		}
		return [...all.values()].filter(
			({ id, url }) => isSameAddress(url, this.place.url) || (id === known && placeIn(url) === undefined),
		);
	}

	/** @throws {Problem} without an ID in the response. A webhook exists, and the list has it. */
	async create(events: string[], secret: string): Promise<Pick<RemoteHook, 'id' | 'active'>> {
		const values = { url: this.place.url, events, secret };
		const body = await this.send('registering the webhook', createWebhook, values);
		const { data } = createdHook.safeParse(body);
		if (data) return data;
		throw new Problem({
			message: 'The service accepted the webhook but does not name its ID',
			advice: 'Publish the workflow again.',
			outcome: 'unknown',
		});
	}

	/** Sets everything of a webhook except its address, and activates it. */
	async adopt(webhookId: string, events: string[], secret: string): Promise<void> {
		const values = { webhookId, events, secret, active: true };
		const body = await this.send('changing the webhook', updateWebhook, values);
		if (changedHook.safeParse(body).data?.active !== false) return;
		throw unsentProblem(
			`The service keeps the webhook ${webhookId} inactive, so no events would arrive`,
			'Ask the operator of the service why. Or set the option "Registration" to Manual, register the webhook by hand, and switch it on in the dashboard.',
		);
	}

	/**
	 * A 404 with the words of the service means that the webhook is gone. If it may come from a proxy, the list must
	 * confirm it.
	 */
	async remove(webhookId: string): Promise<void> {
		await this.send('removing a webhook', deleteWebhook, { webhookId }).catch(async (thrown: unknown) => {
			if (isNotThere(thrown)) return;
			const isGone = thrown instanceof Problem && [404, 410].includes(thrown.told.status ?? 0);
			const all = isGone ? await this.allHooks().catch(() => undefined) : undefined;
			if (!all || all.has(webhookId)) throw thrown;
		});
	}

	/** By ID. If the list changes between two pages, a webhook may be on both. */
	private async allHooks(): Promise<ReadonlyMap<string, RemoteHook>> {
		return await this.timed(`listing the webhooks of realm ${this.place.realmId}`, async (client) => {
			const all = new Map<string, RemoteHook>();
			const request = this.request(getManyWebhooks, {});
			for await (const body of client.pages(request, MAX_PAGES_INTERACTIVE))
				for (const hook of hooksIn(body)) all.set(hook.id, hook);
			return all;
		});
	}

	/**
	 * @returns the body of the response
	 * @throws {Problem} also if a success says that nothing was done, because a webhook would be left behind
	 */
	private async send(kind: string, operation: Operation, values: Record<string, unknown>): Promise<unknown> {
		const request = this.request(operation, values);
		return await this.timed(kind, async (client) => {
			const result = await client.send(request);
			if (!(operation === deleteWebhook ? deniesRemoval : denies)(result.body)) return result.body;
			throw client.problemOf({ result, outcome: 'notApplied' }, request);
		});
	}

	/**
	 * @param work gets a new client, because a client remembers what its earlier requests did
	 * @throws {Problem} once the time is over, naming the kind of request that took most of it
	 */
	private async timed<T>(kind: string, work: (client: Client) => Promise<T>): Promise<T> {
		const { client, until, spent } = this;
		const since = now();
		const own = client.with({ ...client.retryPolicy, until });
		const [ended] = await Promise.allSettled([work(own)]);
		spent.set(kind, (spent.get(kind) ?? 0) + now() - since);
		if (ended.status === 'fulfilled') return ended.value;
		// A timer may end a little early.
		if (now() + 1 < until) throw ended.reason;
		const [[slowest, time] = [kind, 0]] = [...spent].sort(([, one], [, other]) => other - one);
		throw new Problem({
			message: `The service is too slow: ${slowest} took ${Math.round(time / 1_000)} of ${this.milliseconds / 1_000} seconds`,
			advice: 'Try again later. If this keeps happening, ask the operator of the service.',
			outcome: outcomeOfThrown(ended.reason),
		});
	}

	private request(operation: Operation, values: Record<string, unknown>) {
		// The trigger's panel has no webhook field for a message to name.
		return { ...operation.request({ realmId: this.place.realmId, ...values }), names: undefined };
	}
}
