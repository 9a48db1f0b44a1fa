import type { IDataObject, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { credentialHolder } from '../../sandbox/base/ledger';
import { find } from '../../sandbox/base/state';
import type { Random } from '../harness/random';
import { byId } from '../harness/workflows/byId';
import { runGraph } from './engine';
import { NODE, START } from './nodeTypes';
import type { Front } from './paymentStoryFront';
import { runsIn, toldIn, type Told } from './paymentStoryTold';
import { Troubles } from './paymentStoryTroubles';
import { FEE, groupOfMoved, written, type Input } from './paymentStoryWishes';
import {
	executeSaving,
	retried,
	startingWith,
	workflowFor,
	type Payer,
	type Shape,
} from './paymentStoryWorkflow';
import { processedValues } from './processedValues';
import type { TestService } from './sandbox';

/** What is paid: by which operation, and to whom. */
export const WAYS = [
	'member.updateBalance',
	'member.updateBalances',
	'memberCredential.updateBalance',
	'memberCredential.updateBalances',
] as const;

/** Texts that are three, whatever they look like as numbers. */
const VALUES = ['1001.1', '1001.10', '1001.2'] as const;

const FAULT_RATE = 0.35;

export interface Plan extends Shape {
	way: (typeof WAYS)[number];
	batchSize: number;
	/** How often failed items come back to the node. */
	again: number;
	/** Whether those of unknown outcome do, too. */
	isDaring: boolean;
	/** What the second node pays more. */
	extra: number;
}

/** How often the ledger paid each group. */
export type Paid = ReadonlyMap<string, number>;

/** An execution, or a retry of one by hand. */
export interface Leg {
	id: string;
	end: 'whole' | 'stopped' | 'died' | 'cancelled';
	/** What stopped it. */
	error?: { message: string; description?: string | null };
	/** What n8n saved last. */
	saved?: IRunExecutionData;
	/** What it says of the items of its own runs. */
	own: readonly Told[];
	/** The same of the runs before it whose data it has, too. */
	all: readonly Told[];
	/** Outputs that are no output of one item. */
	problems: readonly string[];
	before: Paid;
	after: Paid;
	/** In words. */
	words: string;
}

interface How {
	isTroubled: boolean;
	retryOf?: Leg;
	isDry?: true;
}

/** Where a story takes place: the service, n8n's store, and a process after the other that runs the workflow. */
export class World {
	/** Whether anything happened after which an outcome may be unknown. */
	hasDoubt = false;

	private process = 0;

	private executions = 0;

	/** Entries of the ledger before the story. */
	private readonly entriesBefore: number;

	constructor(
		private readonly service: TestService,
		private readonly front: Front,
		private readonly random: Random,
		private readonly name: string,
		private readonly origin: Shape['origin'],
	) {
		front.random = random;
		front.doubts = 0;
		this.entriesBefore = service.control.ledger().entries.length;
	}

	/** Runs an execution to its end, or until its process dies. */
	async leg(plan: Plan, input: Input, how: How): Promise<Leg> {
		const { isTroubled, retryOf, isDry } = how;
		const { random, front } = this;
		const id = String(++this.executions);
		const running = new AbortController();
		const kind = isTroubled ? random.pick(Troubles.KINDS) : 'none';
		const troubles = new Troubles(random, kind, this.rows, running);
		front.rate = isTroubled ? FAULT_RATE : 0;
		front.watch = troubles;
		const before = this.paid();
		const workflow = workflowFor(this.workflowId, plan, {
			Pay: this.parameters(plan, 0, isDry),
			Fee: this.parameters(plan, plan.extra, isDry),
		});
		const data = retryOf?.saved ? retried(retryOf.saved) : startingWith(workflow, this.given(plan, input));
		const earlier = runsIn(data);
		let saved = retryOf?.saved;
		const ended = await Promise.race([
			executeSaving({
				workflow,
				credential: this.credential(),
				data,
				mode: retryOf ? 'retry' : 'trigger',
				executionId: id,
				retryOfId: retryOf?.id,
				signal: running.signal,
				onSave: (next, isWaiting) => {
					if (troubles.isDead) return;
					saved = next;
					if (!isWaiting) troubles.saved();
				},
			}),
			troubles.death,
		]);
		await front.idle();
		troubles.end();
		delete front.watch;
		this.hasDoubt ||= front.doubts > 0 || troubles.hasStruck;
		if (troubles.isDead) this.newProcess();
		const run = ended === 'died' ? undefined : ended.data;
		const error = run?.resultData.error;
		const groupOf = (payer: Payer, { group }: IDataObject) =>
			`${payer === 'Fee' && plan.extra > 0 ? FEE : ''}${group as string}`;
		const { told: own, problems } = toldIn(run, earlier, groupOf);
		const end = troubles.isDead ? 'died' : troubles.isCancelled ? 'cancelled' : error ? 'stopped' : 'whole';
		const after = this.paid();
		const what = isDry ? 'dry run' : retryOf ? `retry of ${retryOf.id}` : 'execution';
		const withData = retryOf && !retryOf.saved ? ' without its data' : '';
		const struck = troubles.hasStruck ? ` (${troubles.kind})` : '';
		const said = own.map(({ payer, group, ...one }) => `${payer} ${group} ${one.wouldBe ?? one.what}`);
		return {
			id,
			end,
			error,
			saved,
			own,
			all: toldIn(run, { Pay: 0, Fee: 0 }, groupOf).told,
			problems,
			before,
			after,
			words: [
				`${what} ${id}${withData}: ${end}${struck} ${error?.message ?? ''}`,
				said.join(', '),
				`the ledger has ${JSON.stringify([...after])}`,
			].join('; '),
		};
	}

	/** What n8n's store holds. */
	stored(): string {
		return JSON.stringify([...processedValues].filter(([, values]) => values.length > 0).sort());
	}

	paid(): Paid {
		const paid = new Map<string, number>();
		const { entries } = this.service.control.ledger();
		for (const { to, amount, memo } of entries.slice(this.entriesBefore)) {
			if (!memo.startsWith('Award')) continue;
			const holder = VALUES.find((value) => credentialHolder(value) === to) ?? to;
			const group = groupOfMoved(this.origin, holder, amount);
			paid.set(group, (paid.get(group) ?? 0) + 1);
		}
		return paid;
	}

	/** The process ends between two executions. What the next one finds is n8n's store, and nothing else. */
	newProcess(): void {
		const before = this.rows;
		this.process++;
		for (const [row, values] of [...processedValues]) {
			if (!row.startsWith(before)) continue;
			processedValues.delete(row);
			processedValues.set(this.rows + row.slice(before.length), values);
		}
	}

	/** Marks of executions of which n8n saved nothing. */
	marks(): string[] {
		return [...processedValues.values()].flat().filter((value) => /^execution .*@[0-9a-f]{12}$/.test(value));
	}

	/**
	 * A person frees a key.
	 *
	 * @returns what went wrong
	 */
	async free(key: string): Promise<string | undefined> {
		const parameters = { resource: 'idempotencyKey', operation: 'release', idempotencyKey: key };
		const { of } = await runGraph({
			credential: this.credential(),
			workflowId: this.workflowId,
			nodes: {
				Start: { type: START },
				Pay: { type: NODE },
				Fee: { type: NODE },
				Free: { type: NODE, parameters },
			},
			connections: { Start: [['Free']] },
		});
		const { error, items } = of('Free');
		if (items[0]?.json.released === true) return undefined;
		return `${key} was not freed: ${error?.message ?? JSON.stringify(items[0]?.json)}`;
	}

	recipients(way: Plan['way']): string[] {
		const { members } = this.service.ids;
		if (way.startsWith('member.')) return [members.chen, members.dalia, members.emeka];
		const { credentials } = find(this.service.state.realms, this.service.realmId, 'realm');
		for (const value of VALUES) {
			credentials.set(value, {
				id: value,
				format: 'oauth',
				publicIdentifier: value,
				oauthProvider: 'shop',
				oauthAccountId: value,
				isVerified: false,
				metadata: null,
				createdAt: new Date(0).toISOString(),
			});
		}
		return [...VALUES];
	}

	/** Another one for each process: what one has in memory is known by it. */
	private get workflowId(): string {
		return `${this.name} ${this.process}`;
	}

	/** How the rows of the store begin. */
	private get rows(): string {
		return `${this.workflowId} `;
	}

	private credential() {
		return this.service.credential({ baseUrl: this.front.url });
	}

	private given({ again, isDaring }: Plan, input: Input): IDataObject[] {
		const { ada, bruno } = this.service.ids.members;
		return written(this.random, input, [ada, bruno], { again, isDaring });
	}

	private parameters({ way, batchSize }: Plan, extra: number, isDry = false): INodeParameters {
		const [resource = '', operation = ''] = way.split('.');
		const currency = byId(this.service.ids.currencies.stars);
		const isBulk = operation === 'updateBalances';
		return {
			resource,
			operation,
			...(resource === 'member'
				? { serviceId: byId('={{ $json.to }}'), currencyId: currency }
				: { type: 'custom', value: '={{ $json.to }}', source: 'shop', realmPointId: currency }),
			amount: extra > 0 ? `={{ Number($json.amount) + ${extra} }}` : '={{ $json.amount }}',
			additionalFields: { initiatorId: byId('={{ $json.initiator }}') },
			...(this.origin === 'key' && { repeatProtection: 'key', idempotencyKey: '={{ $json.key }}' }),
			options: { retries: 0, ...(isBulk && { batchSize }), ...(isDry && { dryRun: true }) },
		};
	}
}
