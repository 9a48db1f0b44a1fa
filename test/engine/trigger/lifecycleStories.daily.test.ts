// Every day, because it searches at random. At once: test/engine/trigger/triggerRegistration.test.ts.
import { Random, SEED } from '../../harness/random';
import { sizeOf } from '../../harness/size';
import { Instance, StepCheck } from './lifecycleInstance';
import { LifecycleService, REALMS, TYPES, type KeptHook } from './webhookService';
import { processedValues } from '../processedValues';
import { withoutPauses } from '../sandbox';

const STORIES = sizeOf(40, 1_000);
const STEPS = 40;

withoutPauses();

/** A delivery that a service has made, or anyone. */
interface Delivery {
	body: string;
	secret: string;
	realm: string;
	type: string;
	number: number;
}

class Story {
	private readonly random: Random;

	private readonly service = new LifecycleService();

	private readonly instances: Instance[] = [];

	private readonly sent: Array<[Instance, Delivery]> = [];

	private number = 0;

	/** The steps so far, and what went wrong. */
	readonly told: string[] = [];

	readonly problems: string[] = [];

	constructor(seed: number) {
		this.random = new Random(seed);
		// The first numbers of neighboring seeds are alike.
		for (let time = 0; time < 20; time++) this.random.below(2);
	}

	async begin(): Promise<void> {
		await this.service.start();
		const losesFailures = this.isOneIn(2);
		for (const name of ['production', 'staging', 'other'].slice(0, 1 + this.random.below(3)))
			this.instances.push(await new Instance(name, this.service, losesFailures).start());
		this.told.push(`loses the data of failures: ${losesFailures}`);
		// Webhooks of strangers, with addresses that look like those of the trigger.
		const { url } = this.instances[0]!.node;
		for (const address of [
			`${url}/more`,
			url.replace('hook-id', 'hook-id-2'),
			'https://stranger.example/webhook/hook-id/webhook',
		])
			this.keep(this.random.pick(REALMS), address, 'the secret of a stranger');
	}

	async end(): Promise<void> {
		await Promise.all(this.instances.map(async ({ node }) => await node.close()));
		await this.service.stop();
	}

	async step(): Promise<void> {
		const instance = this.instances[this.random.below(this.instances.length)]!;
		const { random, service } = this;
		const kind = random.below(16);
		if (kind < 4) await this.publish(instance);
		else if (kind < 6) await this.unpublish(instance);
		else if (kind < 8) this.tell(instance, instance.change(random));
		else if (kind === 8) await this.restart(instance);
		else if (kind === 9) this.writeBack(instance);
		else if (kind === 10) {
			service.changeForm(random);
			this.told.push(`the service lists ${service.form}`);
		} else if (kind < 13) this.actByHand(instance);
		else await this.deliver();
		for (const { node, name } of this.instances)
			if (node.thrown.length > 0) this.problems.push(`${name}: webhook() threw ${String(node.thrown[0])}`);
	}

	private isOneIn(count: number): boolean {
		return this.random.below(count) === 0;
	}

	private tell({ name }: Instance, words: string): void {
		this.told.push(`${name} ${words} ${this.service.trouble}`);
	}

	private keep(realm: string, url: string, secret: string): KeptHook {
		const hook = { id: `by-hand-${this.number++}`, realm, url, secret, events: [...TYPES], active: true };
		this.service.hooks.push(hook);
		return hook;
	}

	private async publish(instance: Instance): Promise<void> {
		// n8n unpublishes the version before, with its parameters. It does not when it starts.
		if (instance.isPublished && this.isOneIn(2)) await this.unpublish(instance);
		if (this.isOneIn(3)) this.service.beginTrouble(this.random);
		const check = new StepCheck(this.service, instance, true);
		const isDone = await instance.publish();
		this.tell(instance, isDone ? 'publishes' : 'fails to publish');
		this.judge(instance, check.after(isDone ? 'published' : 'failed'));
		this.service.endTrouble();
		if (!isDone || instance.isManual) return;
		const [hook] = check.registered();
		if (!hook) return;
		const delivery = this.deliveryOf(hook, instance.published.events[0]!);
		const before = instance.ran.size;
		await this.post(instance, delivery);
		await this.post(instance, delivery);
		if (instance.ran.size !== before + 1) this.judge(instance, ['a delivery of its webhook does not run']);
	}

	private async unpublish(instance: Instance): Promise<void> {
		if (this.isOneIn(3)) this.service.beginTrouble(this.random);
		const check = new StepCheck(this.service, instance, false);
		const isDone = await instance.unpublish();
		this.tell(instance, isDone ? 'unpublishes' : 'fails to unpublish');
		this.judge(instance, check.after('unpublished'));
		this.service.endTrouble();
	}

	private async restart(instance: Instance): Promise<void> {
		const isMoved = this.isOneIn(2);
		instance.restart(isMoved);
		this.tell(instance, `restarts at ${instance.node.url}`);
		if (instance.isPublished) await this.publish(instance);
	}

	/** n8n writes back older data when an execution ends. A staging n8n may also get the data of production. */
	private writeBack(instance: Instance): void {
		const from = instance.name === 'staging' && this.isOneIn(2) ? this.instances[0]! : instance;
		const isLatest = from !== instance && this.isOneIn(2);
		const data = isLatest ? from.node.staticData : from.copies[this.random.below(from.copies.length)]!;
		instance.writeBack(data);
		this.tell(instance, `gets data of ${from.name}: ${JSON.stringify(data)}`);
	}

	/** A user works in the dashboard of the service. */
	private actByHand(instance: Instance): void {
		const own = this.service.hooks.filter(({ url }) => instance.isCalledBy(url));
		if (own.length === 0 || this.isOneIn(3)) {
			const secret = `the secret ${this.number}`;
			const { id } = this.keep(instance.realm, instance.node.url + this.random.pick(['', '/']), secret);
			instance.enterSecret(secret);
			this.tell(instance, `has the webhook ${id}, registered by hand`);
			return;
		}
		const hook = own[this.random.below(own.length)]!;
		if (this.isOneIn(3)) this.service.hooks.splice(this.service.hooks.indexOf(hook), 1);
		else hook.active = !hook.active;
		this.tell(instance, `has the webhook ${hook.id} deleted or switched to ${hook.active} by hand`);
	}

	private deliveryOf({ realm, secret }: KeptHook, type: string): Delivery {
		const number = this.number++;
		return { body: JSON.stringify({ type, realmId: realm, data: { number } }), secret, realm, type, number };
	}

	/** The service delivers an event to each webhook, and some again. Others forge one. */
	private async deliver(): Promise<void> {
		for (const instance of this.instances.filter(({ isPublished }) => isPublished)) {
			for (const hook of this.service.hooks.filter(({ url, active }) => active && instance.isCalledBy(url)))
				await this.post(instance, this.deliveryOf(hook, this.random.pick(TYPES)));
			const forged = { realm: instance.realm, secret: `forged ${this.number}` } as KeptHook;
			await this.post(instance, this.deliveryOf(forged, instance.published.events[0]!));
			await this.post(instance, this.deliveryOf({ ...forged, secret: '' }, instance.published.events[0]!));
		}
		for (let time = 0; time < 3 && this.sent.length > 0; time++) {
			const [instance, delivery] = this.sent[this.random.below(this.sent.length)]!;
			if (instance.isPublished) await this.post(instance, delivery);
		}
	}

	private async post(instance: Instance, delivery: Delivery): Promise<void> {
		const { body, secret, realm, type, number } = delivery;
		const { node, accepted, published, ran } = instance;
		this.sent.push([instance, delivery]);
		const before = node.runs.length;
		const headers: Record<string, string> =
			secret === '' ? {} : { 'x-service-signature': node.sign(body, secret) };
		const { status } = await node.post(body, headers);
		const runs = node.runs.length - before;
		const isVerified = accepted.includes(secret);
		const isMeant = isVerified && published.events.includes(type);
		const expectedStatus = accepted.length === 0 ? 503 : isVerified ? 200 : 401;
		const expectedRuns = isMeant && instance.listensTo(realm) && !ran.has(number) ? 1 : 0;
		if (runs > 0) ran.add(number);
		const wrong: string[] = [];
		if (status !== expectedStatus) wrong.push(`answers ${status} to event ${number}, not ${expectedStatus}`);
		if (runs !== expectedRuns)
			wrong.push(`runs event ${number} of ${realm} ${runs} times, not ${expectedRuns}`);
		const log = node.warnings.slice(instance.olderLines).join('\n');
		if (isMeant && !instance.listensTo(realm) && !log.includes('ignored a signed event of the realm'))
			wrong.push(`does not log the event of another realm ${realm}`);
		this.judge(instance, wrong);
	}

	private judge({ name, texts }: Instance, wrong: readonly string[]): void {
		for (const words of wrong) this.problems.push(`${name} ${words}\n${texts.join('\n')}`);
	}
}

beforeEach(() => processedValues.clear());

it.each(Array.from({ length: STORIES }, (_, number) => SEED + number))(
	'no webhook is lost, doubled, forgotten or taken from others, whatever goes wrong (seed %s)',
	async (seed) => {
		const story = new Story(seed);
		await story.begin();
		try {
			for (let step = 0; step < STEPS && story.problems.length === 0; step++) await story.step();
		} finally {
			await story.end();
		}
		// The steps explain a failure.
		expect(story.problems.length > 0 ? [...story.told, ...story.problems] : []).toEqual([]);
	},
	120_000,
);
