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

/** The kinds of payments: the operation and the recipients. */
export const WAYS = [
	'member.updateBalance',
	'member.updateBalances',
	'memberCredential.updateBalance',
	'memberCredential.updateBalances',
] as const;

/** Three different texts, although two are equal as numbers. */
const VALUES = ['1001.1', '1001.10', '1001.2'] as const;

const FAULT_RATE = 0.35;

export interface Plan extends Shape {
	way: (typeof WAYS)[number];
	batchSize: number;
	/** How often failed items return to the node. */
	again: number;
	/** Whether items with an unknown outcome return too. */
	isDaring: boolean;
	/** The extra amount of the second node. */
	extra: number;
}

/** How often the ledger paid each group. */
export type Paid = ReadonlyMap<string, number>;

/** An execution, or a manual retry of one. */
export interface Leg {
	id: string;
	end: 'whole' | 'stopped' | 'died' | 'cancelled';
	/** The error that stopped it. */
	error?: { message: string; description?: string | null };
	/** The data that n8n saved last. */
	saved?: IRunExecutionData;
	/** Its reports about the items of runs that belong to this leg. */
	own: readonly Told[];
	/** The same, including earlier runs in its data. */
	all: readonly Told[];
	/** Problems of the outputs: items without exactly one output. */
	problems: readonly string[];
	before: Paid;
	after: Paid;
	/** As text. */
	words: string;
}

interface How {
	isTroubled: boolean;
	retryOf?: Leg;
	isDry?: true;
}

/** The place of a story: the service, n8n's store, and one process after another that runs the workflow. */
export class World {
	/** Whether anything has happened that can make an outcome unknown. */
	hasDoubt = false;

	private process = 0;

	private executions = 0;

	/** Number of entries in the ledger before the story. */
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

	/** The content of n8n's store. */
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

	/** The process ends between two executions. The next one finds only n8n's store. */
	newProcess(): void {
		const before = this.rows;
		this.process++;
		for (const [row, values] of [...processedValues]) {
			if (!row.startsWith(before)) continue;
			processedValues.delete(row);
			processedValues.set(this.rows + row.slice(before.length), values);
		}
	}

	/** Marks of executions that n8n did not save. */
	marks(): string[] {
		return [...processedValues.values()].flat().filter((value) => /^execution .*@[0-9a-f]{12}$/.test(value));
	}

	/**
	 * A person releases a key.
	 *
	 * @returns the error, if any
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

	/** A new id per process, because the memory of a process belongs to an id. */
	private get workflowId(): string {
		return `${this.name} ${this.process}`;
	}

	/** The start of the names of the store's rows. */
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
