import { MAX_WIDTH } from '../api/gate';
import { toProblem, unsentProblem, UNSENT, type Problem } from '../errors';
import { twinOf } from '../host/otherNodes';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { equalPayments } from './equalPayments';
import { RunSummary } from './hints';
import { isDryRun, isLocal, isOnce, progressOf, type Draft, type Job, type LocalJob } from './job';
import type { Next, Pipeline } from './pipeline';
import { choose, readDraft, toJob, type Run } from './readItem';
import { hasNames } from './recordNames';
import type { Repeat, Results } from './results';
import type { Batch } from './stages/batch';
import type { Unit } from './stages/groups';

/**
 * The most items at a time for an operation that sends nothing. Events that are claimed together share one read and
 * one write of n8n's store.
 */
const MAX_LOCAL = 500;

/**
 * How many items are read at once, before the first of them is sent. Evaluating expressions one after another takes
 * n8n a third less time than between requests. But requests should start while later items are still being read.
 */
const PREFETCHED = 100;

/**
 * The number of items between checks for yielding. A check for each item would be too often, since a pause may cost a
 * payment a millisecond.
 */
const ITEMS_IN_A_ROW = 50;

/** Why an item cannot run. `isTold` means that its result already says so. */
interface Failed {
	problem: Problem;
	isTold?: true;
}

/** The result of reading an item. */
type Read = { job: Job | LocalJob } | Failed;

/** The pipelines of a run. */
export interface Pipelines {
	service: Pipeline<Job>;
	local: Pipeline<LocalJob>;
	/** The stage of the service pipeline that lets jobs share requests. */
	batch: Batch;
}

/**
 * Takes the items of a run through their pipelines.
 *
 * Requests that are not safe to repeat are sent one by one, in order, and only after all items were read and
 * surveyed. Other requests are sent several at a time. Updates of the same record keep their order.
 */
export class Scheduler {
	/** The next items that were read in advance, by index. */
	private readonly ahead: Array<Read | undefined> = [];

	/** How many units are being processed. */
	private running = 0;

	/** Called when a unit is done. */
	private wake?: () => void;

	/** The last update of each record that is under way. */
	private readonly updates = new Map<string, Promise<void>>();

	private readonly count: number;

	constructor(
		private readonly run: Run,
		private readonly results: Results,
		private readonly pipelines: Pipelines,
	) {
		this.count = run.context.getInputData().length;
	}

	async all(): Promise<void> {
		if (await this.anyOnce()) {
			const twin = twinOf(this.run.context);
			if (twin !== undefined) {
				await this.results.failAll(hasTwin(this.run.context.getNode().name, twin));
				return;
			}
			await this.readAll();
			await this.survey();
		}
		const { batch, local } = this.pipelines;
		for (let itemIndex = 0; itemIndex < this.count && this.results.goesOn; itemIndex++) {
			if (itemIndex % ITEMS_IN_A_ROW === 0) await yieldToEventLoop();
			const job = await this.next(itemIndex);
			if (!job) continue;
			await this.startUnits(isLocal(job) ? batch.groups.takeAll() : batch.groups.add(job));
			if (isLocal(job)) await this.start([job], async () => await this.finish(job, local.run));
		}
		await this.startUnits(batch.groups.takeAll());
		await this.until(() => this.running === 0);
	}

	/** Whether any item has the effect `once`. Resource and operation may be expressions. */
	private async anyOnce(): Promise<boolean> {
		const count = this.run.parameters.isFixed('resource', 'operation') ? Math.min(this.count, 1) : this.count;
		for (let itemIndex = 0; itemIndex < count; itemIndex++) {
			if (itemIndex % ITEMS_IN_A_ROW === 0) await yieldToEventLoop();
			try {
				const { operation } = choose(this.run, itemIndex);
				if (!('run' in operation) && operation.effect === 'once') return true;
			} catch {
				// The item fails later, when it is its turn.
			}
		}
		return false;
	}

	/** The next job. `undefined` if its item has already failed. */
	private async next(itemIndex: number): Promise<Job | LocalJob | undefined> {
		const next = this.ahead[itemIndex] ?? (await this.readAhead(itemIndex));
		this.ahead[itemIndex] = undefined;
		if ('job' in next) return next.job;
		if (!next.isTold) this.results.fail(itemIndex, next.problem);
		return undefined;
	}

	/**
	 * Reads an item, and more items after it if they can be read early. These are reads, and items that share a
	 * look-up of names.
	 */
	private async readAhead(itemIndex: number): Promise<Read> {
		const first = this.draft(itemIndex);
		const isEarly =
			!('problem' in first) && !isLocal(first) && (first.operation.effect === 'read' || hasNames(first));
		const drafts = await this.drafts(itemIndex, isEarly ? PREFETCHED : 1, first);
		for (const [index, draft] of drafts.entries()) {
			if (index > 0) await yieldToEventLoop();
			this.ahead[itemIndex + index] = this.read(draft);
		}
		return this.ahead[itemIndex] as Read;
	}

	/** Reads and checks all items. If an item fails and that stops the run, nothing is sent. */
	private async readAll(): Promise<void> {
		for (const [itemIndex, draft] of (await this.drafts(0, this.count)).entries()) {
			await yieldToEventLoop();
			if (!this.results.goesOn) return;
			const next = this.read(draft);
			if ('problem' in next) this.refuse(itemIndex, next.problem);
			else this.ahead[itemIndex] = next;
		}
	}

	/** Reads items and looks up the names in them. If failures stop the run, it reads no item after a failed one. */
	private async drafts(
		begin: number,
		most: number,
		first = this.draft(begin),
	): Promise<Array<Draft | LocalJob | Failed>> {
		const drafts = [first];
		const end = Math.min(begin + most, this.count);
		for (let itemIndex = begin + 1; itemIndex < end && this.results.goesOn; itemIndex++) {
			const isLast = 'problem' in (drafts.at(-1) as object) && !this.results.goesOnAfterFailures;
			if (isLast) break;
			await yieldToEventLoop();
			drafts.push(this.draft(itemIndex));
		}
		const asked = drafts.filter((draft) => !('problem' in draft) && !isLocal(draft));
		await this.run.names.lookUp(asked as Draft[], () => this.results.goesOn);
		return drafts;
	}

	private async survey(): Promise<void> {
		const jobs = this.ahead.flatMap((next) => (next && 'job' in next && !isLocal(next.job) ? next.job : []));
		const { summary, parameters } = this.run;
		summary.equalPayments = await equalPayments(parameters, jobs);
		const refuse = ({ itemIndex }: Job, problem: Problem) => this.refuse(itemIndex, problem);
		await this.pipelines.service.survey(jobs, refuse, () => this.results.goesOn);
	}

	private refuse(itemIndex: number, problem: Problem): void {
		this.results.fail(itemIndex, problem);
		this.ahead[itemIndex] = { problem, isTold: true };
	}

	private draft(itemIndex: number): Draft | LocalJob | Failed {
		try {
			return readDraft(this.run, itemIndex);
		} catch (thrown) {
			return { problem: toProblem(thrown, UNSENT) };
		}
	}

	private read(draft: Draft | LocalJob | Failed): Read {
		if ('problem' in draft) return draft;
		if (isLocal(draft)) return { job: draft };
		try {
			const job = toJob(this.run, this.run.names.resolved(draft));
			this.results.expect(job.itemIndex, repeatOf(job), job.output.keptFromModel);
			return { job };
		} catch (thrown) {
			return { problem: toProblem(thrown, UNSENT) };
		}
	}

	private async startUnits(units: readonly Unit[]): Promise<void> {
		const { batch, service } = this.pipelines;
		const runOne = async (job: Job) => await this.finish(job, service.run);
		for (const unit of units) await this.start(unit.jobs, async () => await batch.start(unit, runOne));
	}

	/** Starts work once there is room for it. */
	private async start(jobs: ReadonlyArray<Job | LocalJob>, work: () => Promise<void>): Promise<void> {
		const { maxConcurrent, record } = paceOf(jobs[0] as Job | LocalJob);
		await this.until(() => this.running < maxConcurrent);
		// Many responses may have come at once, and each starts a request of the next item.
		if (maxConcurrent > 1) await yieldToEventLoop();
		this.running += 1;
		void this.inLine(record, work)
			.catch((thrown: unknown) => jobs.forEach((job) => this.fail(job, thrown)))
			.finally(() => {
				this.running -= 1;
				this.wake?.();
			});
	}

	private async until(isSo: () => boolean): Promise<void> {
		while (!isSo()) await new Promise<void>((resolve) => (this.wake = resolve));
	}

	private async finish<J extends Job | LocalJob>(job: J, run: Next<J>): Promise<void> {
		if (!this.results.goesOn) return;
		try {
			const contents = await run(job);
			this.results.succeed(job.itemIndex, contents);
			if (!isLocal(job) && !RunSummary.unsent.has(contents)) this.run.summary.payments.add(job);
		} catch (thrown) {
			this.fail(job, thrown);
		}
	}

	private fail(job: Job | LocalJob, thrown: unknown): void {
		this.results.fail(job.itemIndex, toProblem(thrown, progressOf(job)));
	}

	/** Updates of the same record keep their order, so that the last item's values remain. */
	private async inLine(record: string | undefined, work: () => Promise<void>): Promise<void> {
		if (record === undefined) return await work();
		const done = (this.updates.get(record) ?? Promise.resolve()).then(work);
		this.updates.set(record, done);
		await done;
		if (this.updates.get(record) === done) this.updates.delete(record);
	}
}

/** How jobs run beside others. All jobs of a unit have the same pace. */
export interface Pace {
	/** The most units at a time. The gate decides when their requests are sent. */
	maxConcurrent: number;
	/** The record that it updates. */
	record?: string;
}

export function paceOf(job: Job | LocalJob): Pace {
	if (isLocal(job)) return { maxConcurrent: job.operation.isParallel ? MAX_LOCAL : 1 };
	const isAlone = isOnce(job) || job.operation.isHeavy;
	return {
		maxConcurrent: job.options.concurrency ?? (isAlone ? 1 : MAX_WIDTH),
		record: job.request.policy.effect === 'replace' ? recordOf(job) : undefined,
	};
}

/** The record that a request updates. The text is the same for all spellings of its ID. */
function recordOf({ request }: Job): string {
	return `${request.path.text} ${JSON.stringify(request.query)}`.toLowerCase();
}

/** The effect of running the job again. */
export function repeatOf(job: Job): Repeat {
	if (isDryRun(job)) return 'harmless';
	if (job.key) return 'skipped';
	return isOnce(job) ? 'doubled' : 'harmless';
}

/** Two nodes with one ID share their keys: an item of one would count as sent by the other. */
function hasTwin(name: string, twin: string): Problem {
	return unsentProblem(
		`The nodes "${name}" and "${twin}" have the same ID`,
		'Copy one of them, paste it, and delete the original: the copy gets its own ID. Nothing was sent.',
	);
}
