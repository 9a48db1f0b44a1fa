import { Client } from '../api/client';
import { hiderFor } from '../api/describeProblem';
import { hideIn } from '../api/hide';
import { MAX_PAGES_INTERACTIVE } from '../api/paging';
import type { OperationRequest } from '../api/request';
import { serviceWords } from '../api/serviceWords';
import { InvalidParameter } from '../errors/invalidParameter';
import { isNotThere, ServiceProblem } from '../errors/serviceProblem';
import { NotApplied } from '../errors/stage';
import { createWebhook } from '../resources/webhook/create';
import { deleteWebhook } from '../resources/webhook/delete';
import { getManyWebhooks } from '../resources/webhook/getMany';
import { updateWebhook } from '../resources/webhook/update';
import type { Operation } from '../run/operation';
import { denies, deniesRemoval } from '../run/response';
import { isRecord } from '../shared/json';
import {
	createdIdIn,
	hooksIn,
	isInactive,
	isSameAddress,
	otherSecretIn,
	type RemoteHook,
} from '../resources/webhook/remoteHooks';

/** A registration that was made or taken over. */
export interface Registered {
	webhookId: string;
	/** The secret of the service's own, where its answer shows one. */
	otherSecret?: string;
}

/** The calls of the life cycle, all bound to one realm and to the addresses that are the trigger's. */
export class HookService {
	/** @param addresses those that the trigger has or had; what calls others is nobody's business here */
	constructor(
		private readonly client: Client,
		private readonly realmId: string,
		private readonly addresses: readonly string[],
	) {}

	/**
	 * The registrations that call one of the trigger's addresses.
	 *
	 * @param known the id of the one that is known: it is among them too where the list hides which address it calls
	 */
	async ownHooks(known?: string): Promise<RemoteHook[]> {
		return this.ownOf(await this.allHooks(known), known);
	}

	/**
	 * The same. One that is known and in no list (a service may leave out those that it switched off) is removed first: it
	 * would stay behind.
	 */
	async ownHooksWithout(known: string | undefined): Promise<RemoteHook[]> {
		const all = await this.allHooks(known);
		if (known === undefined || isListed(all, known)) return this.ownOf(all, known);
		await this.remove(known);
		// It may have been in the list under another id.
		return await this.ownHooks();
	}

	private async allHooks(known?: string): Promise<RemoteHook[]> {
		const all: RemoteHook[] = [];
		const request = this.request(getManyWebhooks, {});
		for await (const body of this.client.pages(request, MAX_PAGES_INTERACTIVE))
			all.push(...hooksIn(body, known));
		return all;
	}

	private ownOf(all: readonly RemoteHook[], known: string | undefined): RemoteHook[] {
		const own = all.filter(
			(hook) =>
				this.addresses.some((address) => leadsTo(hook, address)) || (isHidden(hook) && hook.id === known),
		);
		// Where the list changes between two pages, one may be on both.
		const byId = new Map(own.map((hook) => [hook.id, hook]));
		if (!byId.has('')) return [...byId.values()];
		throw new InvalidParameter(
			'The service lists the webhook of this trigger without an id',
			'Remove it in the dashboard of the service. Then set the option "Registration" to Manual and register it by hand.',
		);
	}

	/**
	 * Creates a registration that is active, or none.
	 *
	 * @throws {NotApplied} if it could not be finished, and was undone
	 */
	async create(url: string, events: string[], secret: string): Promise<Registered> {
		const sent = this.send(createWebhook, { url, events, secret });
		const body = await sent.then((answer) => answer.body, acceptSuccess);
		const webhookId = createdIdIn(body) ?? (await this.findCreated(url));
		const finish = async () =>
			isInactive(body)
				? await this.adopt(webhookId, events, secret)
				: { webhookId, otherSecret: otherSecretIn(body, secret) };
		return await finish().catch(async (thrown: unknown) => {
			await this.remove(webhookId);
			throw new NotApplied(thrown, false);
		});
	}

	private async findCreated(url: string): Promise<string> {
		// A former address of the trigger may still have one.
		const created = (await this.ownHooks()).find((hook) => leadsTo(hook, url));
		if (created) return created.id;
		throw new InvalidParameter(
			'The service accepted the webhook but does not list it',
			'Publish the workflow again. If it stays so, ask the operator of the service.',
		);
	}

	/**
	 * Sets all of a registration but its address.
	 *
	 * @param otherSecret the one of the service's own, where it is known
	 */
	async adopt(
		webhookId: string,
		events: string[],
		secret: string,
		otherSecret?: string,
	): Promise<Registered> {
		const { body } = await this.send(updateWebhook, { webhookId, events, secret, active: true });
		if (isInactive(body)) await this.checkActive(webhookId);
		const known = otherSecret === undefined ? [secret] : [secret, otherSecret];
		return { webhookId, otherSecret: otherSecretIn(body, ...known) ?? otherSecret };
	}

	/** Some services answer a change with what was there before it, so that the list has the last word. */
	private async checkActive(webhookId: string): Promise<void> {
		const hook = (await this.allHooks(webhookId)).find(({ id }) => id === webhookId);
		if (hook?.isActive) return;
		throw new InvalidParameter(
			`The service keeps the webhook ${webhookId} switched off, so that no event would come`,
			'Ask the operator of the service why. Or set the option "Registration" to Manual, register the webhook by hand, and switch it on in the dashboard.',
		);
	}

	/**
	 * One that somebody else removed is removed: what was wanted. Where only the status says so, which a proxy may have
	 * given, the list has to say it too.
	 */
	async remove(webhookId: string): Promise<void> {
		await this.send(deleteWebhook, { webhookId }).catch(async (thrown: unknown) => {
			if (isNotThere(thrown)) return;
			if (!hasStatusOfGone(thrown)) throw thrown;
			const all = await this.allHooks(webhookId).catch(() => undefined);
			if (!all || isListed(all, webhookId)) throw thrown;
		});
	}

	/**
	 * Removes every registration of the trigger's addresses.
	 *
	 * @param webhookId the one that is known to be there, if any
	 */
	async removeAll(webhookId: string | undefined): Promise<void> {
		const all = (await this.allHooks(webhookId).catch(acceptGone)) ?? [];
		const ids = this.ownOf(all, webhookId).map(({ id }) => id);
		// A list may leave one out; and where not even the realm is known, another answer than the service's must not pass
		// for its word that all is gone.
		if (webhookId !== undefined && !isListed(all, webhookId)) ids.push(webhookId);
		for (const id of ids) await this.remove(id);
	}

	/** @throws {ServiceProblem} also when a success says that it was none: taken for a yes, a webhook would stay behind */
	private async send(operation: Operation, values: Record<string, unknown>) {
		const request = this.request(operation, values);
		const answer = await this.client.send(request);
		if (!saysNo(answer.body, operation === deleteWebhook)) return answer;
		const details = hideIn(answer.body, hiderFor(this.client.connection, request));
		const words = serviceWords(details);
		throw new ServiceProblem({
			message: `The service answered with status ${answer.status} that it did not do it${words && `: ${words}`}`,
			description: 'Look at the webhooks of the realm in the dashboard of the service.',
			outcome: 'notApplied',
			status: answer.status,
			details,
		});
	}

	private request(operation: Operation, values: Record<string, unknown>): OperationRequest {
		// The trigger's panel has no field of a webhook that a refusal could name.
		return { ...operation.request({ realmId: this.realmId, ...values }), names: undefined };
	}
}

/** Whether the list does not say which address a registration calls. */
export function isHidden({ addresses }: RemoteHook): boolean {
	return addresses.length === 0;
}

/** Whether a registration calls an address. */
export function leadsTo({ addresses }: RemoteHook, address: string): boolean {
	return addresses.some((called) => isSameAddress(called, address));
}

function isListed(hooks: readonly RemoteHook[], webhookId: string): boolean {
	return hooks.some(({ id }) => id === webhookId);
}

function hasStatusOfGone(thrown: unknown): boolean {
	return thrown instanceof ServiceProblem && [404, 410].includes(thrown.problem.status ?? 0);
}

/** The page of a proxy or of another host is no word about a webhook. */
function acceptGone(thrown: unknown): undefined {
	if (!isNotThere(thrown)) throw thrown;
}

/** A success in words of the service's own is one too: its list has the rest. Gives what it answered. */
function acceptSuccess(thrown: unknown): unknown {
	const { status = 0, details } = thrown instanceof ServiceProblem ? thrown.problem : {};
	if (status < 200 || status > 299 || saysNo(details)) throw thrown;
	return details;
}

/** Whether an answer says that it was not done. In the record of a webhook other words are of its deliveries. */
function saysNo(body: unknown, isRemoval = false): boolean {
	const isOfHook = isRecord(body) && createdIdIn(body) !== undefined;
	const said = isOfHook ? { success: body.success, ok: body.ok, deleted: body.deleted } : body;
	return isRemoval ? deniesRemoval(said) : denies(said);
}
