import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import { credentialHolder } from '../../sandbox/base/ledger';
import { find } from '../../sandbox/base/state';
import type { Random } from '../harness/random';

import { runGraph } from './engine';
import { amended, retried, startingWith } from './executionData';
import { NODE, START, TOOL } from './nodeTypes';
import { by } from './paymentStoryChance';
import type { Front } from './paymentStoryFront';
import type { Kinds } from './paymentStoryKinds';
import { parametersOf, type Plan } from './paymentStoryParameters';
import { emailOf, People } from './paymentStoryPeople';
import { runsIn, toldIn, type Told } from './paymentStoryTold';
import { Troubles } from './paymentStoryTroubles';
import { CORRECTION, EXTRA, FEE, groupOfMoved, written, type Input } from './paymentStoryWishes';
import { copyOf, executeSaving, workflowFor, type Payer, type Shape } from './paymentStoryWorkflow';
import { processedValues } from './processedValues';
import type { TestService } from './sandbox';

/** Three different texts, although two are equal as numbers. */
const VALUES = ['1001.1', '1001.10', '1001.2'] as const;

const FAULT_RATE = 0.35;

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
	/** Whether they lack some of what the leg did. */
	isLost: boolean;
	/** Its reports about the items of runs that belong to this leg. */
	own: readonly Told[];
	/** The same, including earlier runs in its data. */
	all: readonly Told[];
	/** Problems of the outputs: items without exactly one output. */
	problems: readonly string[];
	before: Paid;
	after: Paid;
	/** All payments in the ledger, by recipient and amount. */
	exactly: ReadonlySet<string>;
	/** As text. */
	words: string;
}

interface How {
	isTroubled: boolean;
	retryOf?: Leg;
	isDry?: true;
}

/** Whether a paying node has stored something with the execution, such as its first attempt. */
function hasStored(data?: IRunExecutionData): boolean {
	return Object.keys(data?.executionData?.contextData ?? {}).some((name) =>
		/^node:(Pay|Fee|Tool)$/.test(name),
	);
}

interface Setting {
	service: TestService;
	front: Front;
	random: Random;
	/** The start of the IDs of the workflow. */
	name: string;
	origin: Shape['origin'];
	kinds: Kinds;
	isByEmail: boolean;
}

/** The place of a story: the service, n8n's store, and one process after another that runs the workflow. */
export class World {
	/** Whether anything has happened that can make an outcome unknown. */
	hasDoubt = false;

	/** Whether n8n's store has failed. A claim in doubt takes the fingerprint from an open key. */
	hasStoreFailed = false;

	private process = 0;

	private executions = 0;

	/** Number of entries in the ledger before the story. */
	private readonly entriesBefore: number;

	/** The members that the input names by email. */
	readonly people?: People;

	constructor(private readonly setting: Setting) {
		const { service, front, random, isByEmail } = setting;
		front.random = random;
		front.doubts = 0;
		const { chen, dalia, emeka } = service.ids.members;
		if (isByEmail) this.people = new People(service, [chen, dalia, emeka]);
		this.entriesBefore = service.control.ledger().entries.length;
	}

	/** Runs an execution to its end, or until its process dies. */
	async leg(plan: Plan, input: Input, how: How): Promise<Leg> {
		const { isTroubled, retryOf, isDry = false } = how;
		const { service, random, front, kinds } = this.setting;
		const id = String(++this.executions);
		const running = new AbortController();
		const kind = isTroubled ? random.pick(Troubles.KINDS) : 'none';
		const troubles = new Troubles(random, kind, this.rows, running);
		front.rate = isTroubled ? FAULT_RATE : 0;
		front.hidesMembers = isTroubled && kinds.has('failingLookUps');
		front.watch = troubles;
		const before = this.paid();
		const failsAfter = plan.isTool && isTroubled && by(random).chance(0.6) ? random.below(4) : -1;
		const workflow = workflowFor(this.workflowId, plan, {
			Pay: parametersOf('Pay', plan, { service, kinds, isDry }),
			Fee: parametersOf('Fee', plan, { service, kinds, isDry }),
			Agent: { failsAfter },
		});
		const data = retryOf?.saved
			? retried(retryOf.saved, workflow)
			: startingWith(workflow, this.given(plan, input));
		const atStart = copyOf(data);
		const earlier = runsIn(data);
		const [started, finished] = [new Set<string>(), new Set<string>()];
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
				onNode: (name, progress) => {
					if (troubles.isDead) return;
					(progress ? finished : started).add(name);
					if (progress && plan.savesProgress) saved = copyOf(progress);
				},
			}),
			troubles.death,
		]);
		await front.idle();
		troubles.end();
		delete front.watch;
		this.hasDoubt ||= front.doubts > 0 || troubles.hasStruck;
		this.hasStoreFailed ||= troubles.hasStruck && troubles.kind.startsWith('store');
		if (troubles.isDead && kinds.draw('amended', random, 0.6))
			saved = amended(saved ?? atStart, Object.keys(workflow.nodes), { started, ended: finished });
		// After a stop, n8n keeps the data of the start (n8n, `execution-lifecycle-hooks.js`).
		const isStopped = troubles.isCancelled && kinds.has('stopped');
		if (isStopped) saved = retryOf?.saved;
		if (troubles.isDead) this.newProcess();
		const run = ended === 'died' ? undefined : ended.data;
		const error = run?.resultData.error;
		const groupOf = (payer: Payer, { group }: IDataObject) =>
			`${payer === 'Fee' && plan.extra > 0 ? FEE : ''}${group as string}`;
		const { told: own, problems } = toldIn(run, earlier, groupOf);
		const end = troubles.isDead ? 'died' : troubles.isCancelled ? 'cancelled' : error ? 'stopped' : 'whole';
		const after = this.paid();
		const corrected = plan.correction ? `, the ${plan.correction} corrected,` : '';
		const what = (isDry ? 'dry run' : retryOf ? `retry of ${retryOf.id}` : 'execution') + corrected;
		const withData = retryOf && !retryOf.saved ? ' without its data' : '';
		const struck = troubles.hasStruck ? ` (${troubles.kind})` : '';
		const said = own.map((one) => `${one.payer} ${one.group} ${one.what} ${one.why ?? ''}`);
		return {
			id,
			end,
			error,
			saved,
			isLost: troubles.isDead || isStopped || (retryOf !== undefined && !hasStored(saved)),
			own,
			all: toldIn(run, { Pay: 0, Fee: 0 }, groupOf).told,
			problems,
			before,
			after,
			exactly: this.paidExactly(),
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
		for (const { holder, amount } of this.movements()) {
			const group = groupOfMoved(this.setting.origin, holder, amount);
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

	/**
	 * A person confirms or releases a key.
	 *
	 * @returns the problem, if any
	 */
	async settle(operation: 'confirm' | 'release', key: string): Promise<string | undefined> {
		const parameters = { resource: 'idempotencyKey', operation, idempotencyKey: key };
		const { of } = await runGraph({
			credential: this.credential(),
			workflowId: this.workflowId,
			nodes: {
				Start: { type: START },
				Pay: { type: NODE },
				Fee: { type: NODE },
				Tool: { type: TOOL },
				Settle: { type: NODE, parameters },
			},
			connections: { Start: [['Settle']] },
		});
		const { error, items } = of('Settle');
		const word = operation === 'confirm' ? 'confirmed' : 'released';
		if (items[0]?.json[word] === true) return undefined;
		return `${key} was not ${word}: ${error?.message ?? JSON.stringify(items[0]?.json)}`;
	}

	recipients({ way }: Plan): string[] {
		const { members } = this.setting.service.ids;
		if (this.people) return [...this.people.emails];
		if (way.startsWith('member.')) return [members.chen, members.dalia, members.emeka];
		const { credentials } = find(this.setting.service.state.realms, this.setting.service.realmId, 'realm');
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
		return `${this.setting.name} ${this.process}`;
	}

	/** The start of the names of the store's rows. */
	private get rows(): string {
		return `${this.workflowId} `;
	}

	private credential() {
		return this.setting.service.credential({ baseUrl: this.setting.front.url });
	}

	private given({ again, isDaring, namesInitiators }: Plan, input: Input): IDataObject[] {
		const { service } = this.setting;
		const { ada, bruno } = service.ids.members;
		const initiators = [ada, bruno].map((id) => (namesInitiators ? emailOf(service, id) : id));
		return written(this.setting.random, input, initiators as [string, string], { again, isDaring });
	}

	private paidExactly(): Set<string> {
		return new Set(
			this.movements().map(({ holder, amount }) => {
				const wanted = amount % CORRECTION;
				return `${holder} ${wanted > EXTRA ? wanted - EXTRA : wanted}`.toLowerCase();
			}),
		);
	}

	/** The payments of the story, each with the recipient as the input names it. */
	private movements(): Array<{ holder: string; amount: number }> {
		const { entries } = this.setting.service.control.ledger();
		return entries
			.slice(this.entriesBefore)
			.filter(({ memo }) => memo.startsWith('Award'))
			.map(({ to, amount }) => ({
				holder: VALUES.find((value) => credentialHolder(value) === to) ?? this.people?.nameOf(to) ?? to,
				amount,
			}));
	}
}
