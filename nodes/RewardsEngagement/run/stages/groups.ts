import { isFullResponse, type Job } from '../job';
import type { Together } from '../operation';
import { keyOf } from '../registry';
import { bulkOf, identityOf, withoutEntries } from './entries';

/** The most searches that share a request. */
const MAX_SEARCHES = 500;

/** The most entries that the service accepts in one request. */
const MAX_ENTRIES = 100;

/** Jobs that start together. Those of a group share requests. */
export interface Unit {
	jobs: Job[];
	/** Whether they change something. */
	isBulk: boolean;
	/** The shared search of the jobs. */
	together?: Together<Record<string, unknown>>;
}

/** How a job may share a request. */
interface Sharing {
	isBulk: boolean;
	/** Jobs with the same text may share a request. */
	group: string;
	/** The most jobs per request. */
	maxJobs: number;
	/** The record that it changes. Changes of the same record keep their order. */
	identity?: string;
	/** Starts a shared search. */
	together?: () => Together<Record<string, unknown>>;
}

/**
 * Jobs that wait to share a request, in order. Several groups may be open, for example for two realms. If a job
 * changes the same record as a job of another group, all waiting jobs are sent before it.
 */
export class Groups {
	/** Whether searches are combined. */
	combinesSearches = true;

	private readonly open = new Map<string, Unit>();

	/** The group that changes a record, by record. */
	private readonly groupOf = new Map<string | undefined, string>();

	/** @returns the units that start now, in this order */
	add(job: Job): Unit[] {
		const sharing = this.sharingOf(job);
		if (!sharing) return [...this.takeAll(), single(job)];
		const { group, identity, maxJobs, isBulk } = sharing;
		const ready = this.isBehind(sharing) ? this.takeAll() : [];
		const open = this.open.get(group);
		const isJoined = open !== undefined && joins(open, job);
		if (open && !isJoined) ready.push(this.close(group, open));
		const unit = isJoined ? open : begin(sharing, job);
		if (!unit) return [...ready, single(job)];
		this.open.set(group, unit);
		if (isBulk) this.groupOf.set(identity, group);
		if (unit.jobs.length >= maxJobs) ready.push(this.close(group, unit));
		return ready;
	}

	/** All waiting jobs, in the order in which their groups started. */
	takeAll(): Unit[] {
		const all = [...this.open.values()];
		this.open.clear();
		this.groupOf.clear();
		return all;
	}

	/** Whether a job must come after the waiting ones. A search and a change never overtake each other. */
	private isBehind({ isBulk, group, identity }: Sharing): boolean {
		const [waiting] = this.open.values();
		return (this.groupOf.get(identity) ?? group) !== group || (waiting?.isBulk ?? isBulk) !== isBulk;
	}

	private close(group: string, unit: Unit): Unit {
		this.open.delete(group);
		for (const [identity, of] of this.groupOf) if (of === group) this.groupOf.delete(identity);
		return unit;
	}

	private sharingOf(job: Job): Sharing | undefined {
		const { operation, options, request, values } = job;
		const { bulk, merge } = operation;
		// All jobs of a request have the same retry policy.
		if (bulk && request.policy.effect !== 'read') {
			return {
				isBulk: true,
				group: JSON.stringify([withoutEntries(request), options]),
				identity: identityOf(job),
				maxJobs: options.batchSize ?? MAX_ENTRIES,
			};
		}
		const isWanted = this.combinesSearches && options.combineSearches !== false && !isFullResponse(job);
		const group = isWanted ? merge?.group(values) : undefined;
		if (!merge || group === undefined) return undefined;
		return {
			isBulk: false,
			group: JSON.stringify([keyOf(operation), group, options]),
			maxJobs: MAX_SEARCHES,
			together: () => merge.together(values),
		};
	}
}

function joins({ jobs, together }: Unit, job: Job): boolean {
	if (together && !together.add(job.values)) return false;
	jobs.push(job);
	return true;
}

/** @returns `undefined` for a job that others cannot join */
function begin({ isBulk, together: create }: Sharing, job: Job): Unit | undefined {
	const together = create?.();
	if (together && !together.add(job.values)) return undefined;
	return { isBulk, jobs: [job], together };
}

function single(job: Job): Unit {
	return { isBulk: false, jobs: [job] };
}

/**
 * Splits off the jobs that cannot share the request. Of two jobs with the same key, the second must see the result of
 * the first. For two jobs that change the same record, some responses do not show which row belongs to which.
 */
export function apart(jobs: readonly Job[]): { now: Job[]; later: Job[] } {
	const keys = new Set<string | undefined>();
	const identities = new Set<string>();
	const behind = new Set<string>();
	const now: Job[] = [];
	const later: Job[] = [];
	for (const job of jobs) {
		const key = job.key?.key;
		const identity = identityOf(job);
		const isTwice =
			(key !== undefined && keys.has(key)) ||
			(bulkOf(job).isIdentityUnique && identities.has(identity)) ||
			behind.has(identity);
		(isTwice ? later : now).push(job);
		if (isTwice) behind.add(identity);
		keys.add(key);
		identities.add(identity);
	}
	return { now, later };
}
