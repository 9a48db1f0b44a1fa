import { endWaits } from '../harness/clock';
import type { Random } from '../harness/random';
import { WebhookService, type KeptHook, type Trouble } from './webhookService';

export const REALMS = [1, 2, 3].map((number) => `a${`${number}`.padStart(23, '0')}`) as [
	string,
	string,
	string,
];
export const TYPES = ['quest.completed', 'quest.started', 'member.joined'] as const;

const masked = (hook: KeptHook) => ({ ...hook, url: '***' });
const addressAs = (form: (url: string) => string) => (hook: KeptHook) => ({ ...hook, url: form(hook.url) });

/** How the service lists a webhook. Nothing, if it leaves the webhook out. */
const FORMS = {
	plain: (hook: KeptHook) => hook,
	masked,
	'with a slash': addressAs((url) => `${url}/`),
	'without a scheme': addressAs((url) => url.replace('http://', '')),
	'in capitals': addressAs((url) => url.replace('hook-id', 'Hook-ID').replace('http:', 'HTTP:')),
	'percent-encoded': addressAs((url) => url.replace('hook-id', 'hook%2Did')),
	'without secret and events': ({ id, url, active }: KeptHook) => ({ id, url, active }),
	'without inactive ones': (hook: KeptHook) => (hook.active ? hook : undefined),
	'masked, without inactive ones': (hook: KeptHook) => (hook.active ? masked(hook) : undefined),
} satisfies Record<string, (hook: KeptHook) => object | undefined>;

export type Form = keyof typeof FORMS;

const json = (status: number) => ({ status, text: `{"error":"Status ${status}"}` });
const PAGE = { status: 404, text: '<html><h1>404 Not Found</h1></html>' };
/** What arrives in place of the response. */
const ANSWERS = [
	json(500),
	json(403),
	PAGE,
	{ status: 404 },
	{ status: 502, text: '<html></html>' },
	{},
] as const;

/** A service in trouble, which lasts for one step of a story. */
export class LifecycleService extends WebhookService {
	form: Form = 'plain';

	/** What the trouble is, for the report of a failed story. */
	trouble = '';

	/** Whether a removal may have been answered by a proxy with 404. */
	hidesRemovals = false;

	override list = (hooks: KeptHook[]) => ({
		data: hooks.map((hook) => FORMS[this.form](hook)).filter((shown) => shown !== undefined),
	});

	/** Whether the list shows that a webhook calls its address. */
	shows(hook: KeptHook): boolean {
		return this.lists(hook) && !this.form.startsWith('masked');
	}

	/** Whether the list has a webhook. */
	lists(hook: KeptHook): boolean {
		return FORMS[this.form](hook) !== undefined;
	}

	changeForm(random: Random): void {
		const names = Object.keys(FORMS) as [Form, ...Form[]];
		this.form = random.below(3) === 0 ? 'plain' : random.pick(names);
	}

	/** Brings trouble to some requests of the next step, or to all. */
	beginTrouble(random: Random): void {
		const isOneIn = (count: number) => random.below(count) === 0;
		if (isOneIn(6)) this.beginDelay(random);
		else this.beginFaults(random, isOneIn);
	}

	endTrouble(): void {
		this.disturb = () => undefined;
		this.trouble = '';
		this.hidesRemovals = false;
	}

	private beginDelay(random: Random): void {
		const each = random.pick([8_000, 14_000, 20_000, 50_000]);
		const method = random.pick(['GET', 'DELETE', '']);
		this.trouble = `${method || 'each request'} takes ${each} ms`;
		this.disturb = (asked) => {
			if (asked.startsWith(method)) endWaits(each);
			return undefined;
		};
	}

	private beginFaults(random: Random, isOneIn: (count: number) => boolean): void {
		const method = random.pick(['GET', 'POST', 'DELETE', 'P', '']);
		const realm = isOneIn(2) ? random.pick(REALMS) : '';
		const answer: Omit<Trouble, 'isDone'> = random.pick(ANSWERS);
		// A refusal does not follow an effect.
		const isDone = (answer.status ?? 500) >= 500 && isOneIn(2);
		const trouble: Trouble = { ...answer, isDone };
		// The trigger repeats some requests once.
		let times = isOneIn(2) ? Infinity : 1 + random.below(2);
		// The first ones may succeed, for example the list when n8n publishes but not when it then removes.
		let spared = isOneIn(3) ? 1 + random.below(2) : 0;
		this.trouble = `${method}* in ${realm || 'any realm'}: ${JSON.stringify({ ...trouble, times, spared })}`;
		this.hidesRemovals = answer.status === 404 && 'DELETE'.startsWith(method);
		this.disturb = (asked, where) => {
			if (!asked.startsWith(method) || !where.startsWith(realm)) return undefined;
			if (spared-- > 0 || times-- <= 0) return undefined;
			return trouble;
		};
	}
}
