import type { Client } from '../api/client';
import { denies, deniesRemoval } from '../api/outcome';
import { MAX_PAGES_INTERACTIVE } from '../api/paging';
import { isNotThere, Problem, unsentProblem } from '../errors';
import { createWebhook } from '../resources/webhook/create';
import { deleteWebhook } from '../resources/webhook/delete';
import { getManyWebhooks } from '../resources/webhook/getMany';
import {
	createdIdIn,
	hooksIn,
	isInactive,
	isReadable,
	isSameAddress,
	type RemoteHook,
} from '../resources/webhook/remoteHooks';
import { updateWebhook } from '../resources/webhook/update';
import type { Operation } from '../declare/operation';

/** The webhooks of one realm that call the trigger. */
export class HookService {
	/** @param address of the trigger. Webhooks with other addresses are left alone. */
	constructor(
		private readonly client: Client,
		private readonly realmId: string,
		private readonly address: string,
	) {}

	/**
	 * The webhooks that call the address of the trigger.
	 *
	 * @param known ID of the webhook that the trigger registered for this address. It counts even if the list masks
	 * its address. It is removed if it is not in the list, because a service may leave out inactive webhooks.
	 */
	async ownHooks(known?: string): Promise<RemoteHook[]> {
		const all = await this.allHooks();
		if (known !== undefined && !isListed(all, known)) await this.remove(known);
		const own = all.filter(
			({ id, url }) => isSameAddress(url, this.address) || (id === known && !isReadable(url)),
		);
		// If the list changes between two pages, a webhook may be on both.
		return [...new Map(own.map((hook) => [hook.id, hook])).values()];
	}

	async create(url: string, events: string[], secret: string): Promise<Pick<RemoteHook, 'id' | 'isActive'>> {
		const body = await this.send(createWebhook, { url, events, secret });
		const id = createdIdIn(body);
		if (id === undefined) {
			throw new Problem({
				message: 'The service accepted the webhook but does not name its ID',
				advice: 'Publish the workflow again.',
				outcome: 'unknown',
			});
		}
		return { id, isActive: !isInactive(body) };
	}

	/** Sets everything of a webhook except its address, and activates it. */
	async adopt(webhookId: string, events: string[], secret: string): Promise<void> {
		const body = await this.send(updateWebhook, { webhookId, events, secret, active: true });
		if (!isInactive(body)) return;
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
		await this.send(deleteWebhook, { webhookId }).catch(async (thrown: unknown) => {
			if (isNotThere(thrown)) return;
			if (!hasStatusOfGone(thrown)) throw thrown;
			const all = await this.allHooks().catch(() => undefined);
			if (!all || isListed(all, webhookId)) throw thrown;
		});
	}

	/**
	 * Removes the webhooks that call the address of the trigger. A deleted realm has none.
	 *
	 * @param isByHand whether others than the known one may belong to the user
	 */
	async removeAll(known: string | undefined, isByHand: boolean): Promise<void> {
		const own = await this.ownHooks(known).catch((thrown: unknown) => {
			if (!isNotThere(thrown)) throw thrown;
		});
		for (const { id } of own ?? []) if (!isByHand || id === known) await this.remove(id);
	}

	private async allHooks(): Promise<RemoteHook[]> {
		const all: RemoteHook[] = [];
		const request = this.request(getManyWebhooks, {});
		for await (const body of this.client.pages(request, MAX_PAGES_INTERACTIVE)) all.push(...hooksIn(body));
		return all;
	}

	/**
	 * @returns the body of the response
	 * @throws {Problem} also if a success says that nothing was done, because a webhook would be left behind
	 */
	private async send(operation: Operation, values: Record<string, unknown>): Promise<unknown> {
		const request = this.request(operation, values);
		// A client remembers what its earlier requests did. The outcome here is that of this request alone.
		const client = this.client.with(this.client.retryPolicy);
		const result = await client.send(request);
		if (!(operation === deleteWebhook ? deniesRemoval : denies)(result.body)) return result.body;
		throw client.problemOf({ result, outcome: 'notApplied' }, request);
	}

	private request(operation: Operation, values: Record<string, unknown>) {
		// The trigger's panel has no webhook field for a message to name.
		return { ...operation.request({ realmId: this.realmId, ...values }), names: undefined };
	}
}

function isListed(hooks: readonly RemoteHook[], webhookId: string): boolean {
	return hooks.some(({ id }) => id === webhookId);
}

function hasStatusOfGone(thrown: unknown): boolean {
	return thrown instanceof Problem && [404, 410].includes(thrown.told.status ?? 0);
}
