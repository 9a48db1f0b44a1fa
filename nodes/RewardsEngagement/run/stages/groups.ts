import type { Job } from '../job';
import { bulkOf, holderOf, withoutEntries } from './bulkRequests';

/** The most entries that the service accepts in one request. */
const MAX_ENTRIES = 100;

/** Jobs that start together. */
export interface Unit {
	jobs: Job[];
	/** Whether they share requests. */
	isBulk: boolean;
}

/**
 * Jobs that wait to share a request, in order. Several groups may be open, for example for two realms. If a job
 * changes the same record as a job of another group, all waiting jobs are sent before it.
 */
export class Groups {
	private readonly open = new Map<string, Unit>();

	/** The group that changes a record, by record. */
	private readonly groupOf = new Map<string, string>();

	/** @returns the units that start now, in this order */
	add(job: Job): Unit[] {
		const { operation, options, request } = job;
		if (!operation.bulk || request.policy.effect === 'read')
			return [...this.takeAll(), { isBulk: false, jobs: [job] }];
		// All jobs of a request have the same retry policy.
		const group = JSON.stringify([withoutEntries(request), options]);
		const identity = holderOf(job);
		const ready = (this.groupOf.get(identity) ?? group) === group ? [] : this.takeAll();
		const unit = this.open.get(group) ?? { isBulk: true, jobs: [] };
		unit.jobs.push(job);
		this.open.set(group, unit);
		this.groupOf.set(identity, group);
		if (unit.jobs.length >= (options.batchSize ?? MAX_ENTRIES)) ready.push(this.close(group, unit));
		return ready;
	}

	/** All waiting jobs, in the order in which their groups started. */
	takeAll(): Unit[] {
		const all = [...this.open.values()];
		this.open.clear();
		this.groupOf.clear();
		return all;
	}

	private close(group: string, unit: Unit): Unit {
		this.open.delete(group);
		for (const [identity, of] of this.groupOf) if (of === group) this.groupOf.delete(identity);
		return unit;
	}
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
		const identity = holderOf(job);
		const isTwice =
			(key !== undefined && keys.has(key)) ||
			(bulkOf(job).isHolderUnique && identities.has(identity)) ||
			behind.has(identity);
		(isTwice ? later : now).push(job);
		if (isTwice) behind.add(identity);
		keys.add(key);
		identities.add(identity);
	}
	return { now, later };
}
