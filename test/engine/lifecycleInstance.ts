import type { IDataObject } from 'n8n-workflow';

import type { Random } from '../harness/random';
import { REALMS, TYPES, type LifecycleService } from './lifecycleService';
import { TriggerNode } from './triggerNode';

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
