import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { Client } from '../api/client';
import { isRecord } from '../shared/json';
import type { ApiRequest } from '../api/request';
import { MAX_PAGES_INTERACTIVE } from '../api/paging';
import { INTERACTIVE } from '../api/retryPolicy';
import { ServiceProblem } from '../errors/serviceProblem';
import { someEvents } from '../resources/event/fields';
import { InvalidParameter } from '../errors/invalidParameter';
import type { Operation } from '../run/operation';
import { createWebhook } from '../resources/webhook/create';
import { deleteWebhook } from '../resources/webhook/delete';
import { getManyWebhooks } from '../resources/webhook/getMany';
import { updateWebhook } from '../resources/webhook/update';
import { checkReachable } from './reachability';
import { toTriggerOptions } from './options';
import { newSecret, registrationOf } from './registration';
import { subscribedEvents } from './subscription';

/** A webhook registration as the service lists it. */
interface RemoteHook {
	id: string;
	url: string;
	events: string[];
	active?: boolean;
}

/**
 * Whether the service holds exactly the registration this trigger needs: same id, address and events, active, and
 * with a secret that is known here. Anything else is put right by {@link register}.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'check', async (service) => {
		const registration = registrationOf(context);
		const hook = (await service.ownHooks()).find(({ id }) => id === registration.webhookId);
		return Boolean(
			hook &&
			registration.secret &&
			hook.active !== false &&
			sameMembers(hook.events, subscribedEvents(context)),
		);
	});
}

/**
 * Registers the trigger's address with the service. A registration of the same address, left by an earlier attempt
 * or by a renamed node, is taken over; further ones are removed, so that no event comes twice.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'register', async (service) => {
		const events = someEvents(subscribedEvents(context));
		const warning = checkReachable(service.url, service.baseUrl);
		if (warning) context.logger.warn(warning);
		const registration = registrationOf(context);
		const hooks = await service.ownHooks();
		const known = hooks.find(({ id }) => id === registration.webhookId);
		// A known one keeps its secret, so that deliveries on their way still hold. Any other gets a new one: the old
		// secret may sign what a forgotten registration in another realm delivers.
		const secret = (known && registration.secret) || newSecret();
		const own = known ?? hooks[0];
		const webhookId = own
			? await service.adopt(own.id, events, secret)
			: await service.create(events, secret);
		Object.assign(registration, { webhookId, secret });
		for (const { id } of hooks) if (id !== webhookId) await service.remove(id);
		return true;
	});
}

/** Removes every registration of the trigger's address from the service. */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await inHook(context, 'remove', async (service) => {
		for (const { id } of await service.ownHooks()) await service.remove(id);
		const registration = registrationOf(context);
		delete registration.webhookId;
		delete registration.secret;
		return true;
	});
}

/** The calls of the life cycle, all bound to this trigger's realm and address. */
class HookService {
	constructor(
		private readonly client: Client,
		private readonly realmId: string,
		readonly url: string,
	) {}

	/** The address of the service. */
	get baseUrl(): string {
		return this.client.connection.baseUrl;
	}

	/** The registrations whose address is this trigger's. Others are nobody's business here. */
	async ownHooks(): Promise<RemoteHook[]> {
		const hooks: RemoteHook[] = [];
		const request = this.request(getManyWebhooks, {});
		for await (const body of this.client.pages(request, getManyWebhooks, MAX_PAGES_INTERACTIVE)) {
			const listed = isRecord(body) && Array.isArray(body.data) ? (body.data as unknown[]) : [];
			hooks.push(...listed.filter(isHook).filter(({ url }) => url === this.url));
		}
		return hooks;
	}

	/** Creates a registration that is active, or none: what cannot be finished is undone. */
	async create(events: string[], secret: string): Promise<string> {
		const { body } = await this.send(createWebhook, { url: this.url, events, secret });
		const answer = isRecord(body) && isRecord(body.data) ? body.data : body;
		const id = isRecord(answer) && typeof answer.id === 'string' ? answer.id : await this.findCreated();
		if (!isRecord(answer) || answer.active !== false) return id;
		return await this.adopt(id, events, secret).catch(async (thrown: unknown) => {
			await this.remove(id);
			throw thrown;
		});
	}

	private async findCreated(): Promise<string> {
		const [created] = await this.ownHooks();
		if (created) return created.id;
		throw new InvalidParameter(
			'The service accepted the webhook but does not list it',
			'Publish the workflow again. If it stays so, ask the operator of the service.',
		);
	}

	async adopt(id: string, events: string[], secret: string): Promise<string> {
		await this.send(updateWebhook, { webhookId: id, events, secret, active: true });
		return id;
	}

	async remove(id: string): Promise<void> {
		await this.send(deleteWebhook, { webhookId: id }).catch(acceptGone);
	}

	private async send(operation: Operation, values: Record<string, unknown>) {
		return await this.client.send(this.request(operation, values), operation);
	}

	private request(operation: Operation, values: Record<string, unknown>): ApiRequest {
		return operation.request({ realmId: this.realmId, ...values });
	}
}

/** A webhook that somebody else removed is removed: what was wanted. */
function acceptGone(thrown: unknown): void {
	if (!(thrown instanceof ServiceProblem && thrown.problem.status === 404)) throw thrown;
}

/** Runs one step of the life cycle. n8n shows only the message of an error thrown here, so all of it goes in there. */
async function inHook(
	context: IHookFunctions,
	step: 'check' | 'register' | 'remove',
	work: (service: HookService) => Promise<boolean>,
): Promise<boolean> {
	try {
		if (toTriggerOptions(context.getNodeParameter('options', {})).registration === 'manual') {
			return await isSetUpByHand(context, step);
		}
		return await work(await openHookService(context));
	} catch (thrown) {
		const words = describe(thrown);
		context.logger.warn(`Could not ${step} the webhook of "${context.getNode().name}": ${words}`);
		throw new NodeOperationError(context.getNode(), `Could not ${step} the webhook at the service. ${words}`);
	}
}

/** A webhook that a person registered is theirs: nothing is sent to the service, and only the secret must be there. */
async function isSetUpByHand(context: IHookFunctions, step: string): Promise<boolean> {
	const { webhookSecret } = await context.getCredentials('rewardsEngagementApi');
	if (step === 'remove' || (typeof webhookSecret === 'string' && webhookSecret.trim() !== '')) return true;
	throw new InvalidParameter(
		'The credential holds no webhook secret',
		`Register ${context.getNodeWebhookUrl('default')} in the dashboard of the service, and enter the secret shown there as "Webhook Secret" in the credential.`,
	);
}

async function openHookService(context: IHookFunctions): Promise<HookService> {
	const client = await Client.open(context, INTERACTIVE);
	const given = context.getNodeParameter('realmId', '');
	const realmId = (typeof given === 'string' && given.trim()) || client.connection.realmId;
	const url = context.getNodeWebhookUrl('default');
	if (realmId === '' || url === undefined) {
		throw new InvalidParameter('No realm is given', 'Enter a realm ID in the credential or in the trigger.');
	}
	return new HookService(client, realmId, url);
}

function describe(thrown: unknown): string {
	if (thrown instanceof ServiceProblem) return `${thrown.problem.message}. ${thrown.problem.description}`;
	if (thrown instanceof InvalidParameter) return `${thrown.message}. ${thrown.description ?? ''}`.trim();
	return thrown instanceof Error ? thrown.message : String(thrown);
}

function isHook(value: unknown): value is RemoteHook {
	return (
		isRecord(value) &&
		typeof value.id === 'string' &&
		typeof value.url === 'string' &&
		Array.isArray(value.events)
	);
}

function sameMembers(left: readonly string[], right: readonly string[]): boolean {
	return new Set(left).size === new Set(right).size && left.every((value) => right.includes(value));
}
