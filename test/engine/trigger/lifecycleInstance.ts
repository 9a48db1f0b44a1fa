import type { IDataObject } from 'n8n-workflow';

import type { Random } from '../../harness/random';
import { REALMS, TYPES, type KeptHook, type LifecycleService } from './webhookService';
import { TriggerNode } from '../triggerNode';

const KEY = 'the-key-of-the-service';

const copyOf = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

/** What a user sets in the trigger. It takes effect with the next publication. */
interface Parameters {
	events: string[];
	/** Empty for the realm of the credential. */
	realmId: string;
	isManual: boolean;
}

/** An n8n instance with one workflow, whose trigger is published and unpublished as n8n does it. */
export class Instance {
	isPublished = false;

	/** What its log and the editor said during the present step. */
	texts: string[] = [];

	/** How many lines of the log are older than the process. */
	olderLines = 0;

	/** The parameters of the workflow, and those of the version that was published last. */
	parameters: Parameters = { events: ['quest.completed'], realmId: '', isManual: false };

	published: Parameters = this.parameters;

	/** The secrets that the user has entered in the credential. */
	secrets: string[] = [];

	/** Earlier static data. */
	readonly copies: IDataObject[] = [{}];

	/** The numbers of the events that ran. */
	readonly ran = new Set<number>();

	realmOfCredential = REALMS[0];

	private baseForm = (url: string) => url;

	private host = '127.0.0.1';

	readonly node: TriggerNode;

	/** @param losesFailures whether n8n stores no static data after a failed step (n8n, `active-workflow-manager.js`) */
	constructor(
		readonly name: string,
		private readonly service: LifecycleService,
		private readonly losesFailures: boolean,
	) {
		this.node = new TriggerNode({}, {});
		this.applyCredential();
	}

	async start(): Promise<this> {
		await this.node.listen();
		return this;
	}

	/** The realm of the published settings. */
	get realm(): string {
		return this.published.realmId || this.realmOfCredential;
	}

	get isManual(): boolean {
		return this.published.isManual;
	}

	/** The secrets that verify a delivery. */
	get accepted(): string[] {
		if (this.isManual) return this.secrets;
		return typeof this.node.nodeData.secret === 'string' ? [this.node.secret] : [];
	}

	/** Whether it listens to the events of a realm. */
	listensTo(realm: string): boolean {
		if (realm === this.realm) return true;
		// The credential may name another realm since. Older data looks the same, so that its realm counts too.
		return !this.isManual && this.published.realmId === '' && realm === this.node.nodeData.realmId;
	}

	async publish(): Promise<boolean> {
		this.apply();
		try {
			if (!(await this.step('checkExists'))) await this.step('create');
			this.isPublished = true;
			this.copies.push(copyOf(this.node.staticData));
		} catch {
			this.isPublished = false;
			// n8n removes the remains, with the data that it has stored.
			await this.step('delete').catch(() => undefined);
		}
		return this.isPublished;
	}

	/** @returns whether n8n reported no error */
	async unpublish(): Promise<boolean> {
		this.isPublished = false;
		return await this.step('delete').then(
			() => true,
			() => false,
		);
	}

	/** The parameters of the workflow take effect. */
	apply(): void {
		const { events, realmId, isManual } = (this.published = this.parameters);
		const options = isManual ? { registration: 'manual' } : {};
		this.node.parameters = { events, realmId, options };
	}

	/** A user changes a setting. Those of the credential take effect at once. */
	change(random: Random): string {
		switch (random.below(6)) {
			case 0:
				this.realmOfCredential = random.pick(REALMS);
				break;
			case 1:
				this.parameters = { ...this.parameters, realmId: random.pick(['', ...REALMS]) };
				break;
			case 2:
				this.parameters = {
					...this.parameters,
					events: TYPES.slice(0, 1 + random.below(TYPES.length)),
				};
				break;
			case 3:
				this.parameters = { ...this.parameters, isManual: !this.parameters.isManual };
				break;
			case 4:
				this.baseForm = random.pick<(url: string) => string>([
					(url) => url,
					(url) => `${url}/`,
					(url) => ` ${url}/api/v1 `,
					(url) => url.replace('127.0.0.1', 'localhost'),
				]);
				break;
			default:
				this.secrets = this.secrets.slice(-1);
		}
		this.applyCredential();
		const base = this.node.credential.baseUrl as string;
		return `sets ${JSON.stringify({ ...this.parameters, credential: this.realmOfCredential, base, secrets: this.secrets })}`;
	}

	enterSecret(secret: string): void {
		this.secrets = [...this.secrets, secret];
		this.applyCredential();
	}

	/** n8n starts again, perhaps with another WEBHOOK_URL, and publishes what was published. */
	restart(isMoved: boolean): void {
		this.node.restart();
		this.olderLines = this.node.warnings.length;
		if (!isMoved) return;
		this.host = this.host === 'localhost' ? '127.0.0.1' : 'localhost';
		this.node.address = undefined;
		this.node.address = new URL(this.node.url).origin.replace('127.0.0.1', this.host);
	}

	writeBack(data: IDataObject): void {
		this.node.staticData = copyOf(data);
	}

	/** Whether a webhook calls this n8n, at its present address or an earlier one. */
	isCalledBy(url: string): boolean {
		const [own, other] = [this.node.url, url].map((address) => address.replace('127.0.0.1', 'localhost'));
		return own === other;
	}

	private applyCredential(): void {
		this.node.credential = {
			baseUrl: this.baseForm(this.service.baseUrl),
			apiKey: KEY,
			realmId: this.realmOfCredential,
			webhookSecret: this.secrets.join('\n'),
		};
	}

	private async step(method: 'checkExists' | 'create' | 'delete'): Promise<boolean> {
		const before = copyOf(this.node.staticData);
		const told = this.node.warnings.length;
		try {
			return await this.node[method]();
		} catch (error) {
			this.texts.push((error as Error).message);
			if (this.losesFailures) this.node.staticData = before;
			throw error;
		} finally {
			this.texts.push(...this.node.warnings.slice(told));
		}
	}
}

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
