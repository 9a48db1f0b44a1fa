import type { IDataObject } from 'n8n-workflow';

import type { Instance } from './lifecycleInstance';
import type { LifecycleService } from './lifecycleService';
import type { KeptHook } from './webhookService';

/** What a step of a life cycle may not break. It knows the webhooks and settings, and nothing of the code. */
export class StepCheck {
	private readonly hooks: KeptHook[];

	private readonly data: IDataObject;

	/** Where the trigger would remove webhooks: the stored place, and that of the settings. */
	private readonly realms: string[];

	private readonly isManual: boolean;

	constructor(
		private readonly service: LifecycleService,
		private readonly instance: Instance,
		isPublication: boolean,
	) {
		instance.texts = [];
		this.hooks = structuredClone(service.hooks);
		this.data = JSON.parse(JSON.stringify(instance.node.nodeData)) as IDataObject;
		const { isManual, realmId } = isPublication ? instance.parameters : instance.published;
		this.isManual = isManual;
		this.realms = [realmId || instance.realmOfCredential, this.storedRealm(this.data)];
	}

	/** All violations of the step. */
	after(step: 'published' | 'unpublished' | 'failed'): string[] {
		const problems = [...this.touched(), ...this.secret(), ...this.unnamed(step)];
		return step === 'published' && !this.isManual ? [...problems, ...this.registration()] : problems;
	}

	/** The webhook that is registered now, of those that the list shows. */
	registered(): KeptHook[] {
		const { node, realm } = this.instance;
		return this.service.hooks.filter(
			(hook) =>
				this.isOwn(hook) &&
				hook.realm === realm &&
				(this.service.shows(hook) || hook.id === node.nodeData.webhookId),
		);
	}

	private isOwn({ url }: KeptHook): boolean {
		return url.replace(/\/$/, '') === this.instance.node.url;
	}

	private storedRealm({ realmId, url }: IDataObject): string {
		return url === this.instance.node.url ? (realmId as string) : '';
	}

	/** Only webhooks at the own address are created, changed and deleted, and in manual mode only the stored one. */
	private touched(): string[] {
		const now = this.service.hooks;
		const created = now.filter(({ id }) => !this.hooks.some((hook) => hook.id === id));
		const changed = this.hooks.filter(
			(hook) => JSON.stringify(hook) !== JSON.stringify(now.find(({ id }) => id === hook.id)),
		);
		const wrong = changed.filter(
			(hook) =>
				!this.isOwn(hook) ||
				!this.realms.includes(hook.realm) ||
				(this.isManual && hook.id !== this.data.webhookId),
		);
		const foreign = created.filter((hook) => this.isManual || !this.isOwn(hook));
		return [
			...wrong.map(({ id, url }) => `touched the webhook ${id} at ${url}`),
			...foreign.map(({ id, url }) => `created the webhook ${id} at ${url}`),
		];
	}

	private secret(): string[] {
		const { secret } = this.data;
		return secret === undefined || this.instance.node.nodeData.secret === secret
			? []
			: ['changed the secret'];
	}

	private registration(): string[] {
		const found = this.registered();
		const [hook] = found;
		if (found.length !== 1) return [`${found.length} webhooks are registered`];
		const events = [...this.instance.published.events].sort().join();
		return [
			...(hook!.active ? [] : ['the webhook is inactive']),
			...([...hook!.events].sort().join() === events
				? []
				: [`the webhook has the events ${hook!.events.join()}`]),
		];
	}

	/** Every webhook of the trigger that it does not know any more is named. */
	private unnamed(step: string): string[] {
		return this.service.hooks
			.filter((hook) => this.isLeft(hook, step) && !this.isNamed(hook))
			.map(({ id, realm, url }) => `does not name the webhook ${id} in realm ${realm} at ${url}`);
	}

	private isLeft(hook: KeptHook, step: string): boolean {
		const { realm } = hook;
		const { realmId, url } = this.instance.node.nodeData;
		if (realm === realmId && hook.url.replace(/\/$/, '') === url) return false;
		const isStored = hook.id === this.data.webhookId;
		// No user can know of a webhook that the service lists nowhere and whose removal it seems to confirm.
		if (!this.service.lists(hook) && (!isStored || this.service.hidesRemovals)) return false;
		const isNew = this.isOwn(hook) && !this.hooks.some(({ id }) => id === hook.id);
		// The list hides which webhooks are its own, besides the stored one.
		if (isStored || isNew) return true;
		// Others than the stored one may belong to the user.
		return (
			step === 'unpublished' &&
			!this.isManual &&
			this.isOwn(hook) &&
			this.realms.includes(realm) &&
			this.service.shows(hook)
		);
	}

	/** By its ID, or by its place if its ID is not stored. */
	private isNamed({ id, realm, url }: KeptHook): boolean {
		const isKnown = id === this.data.webhookId;
		const address = url.replace(/\/$/, '');
		return this.instance.texts.some(
			(text) => text.includes(String(id)) || (!isKnown && text.includes(realm) && text.includes(address)),
		);
	}
}
