import { isoDaysAgo } from '../../base/dates';
import { realmIds, seedId } from '../../base/ids';
import { find, type Realm, type State } from '../../base/state';
import { ids as currencyIds } from '../currency/seed';
import type { ExportFate, ExportJob, ExportRow } from './records';

export const ids = {
	exports: {
		/** Runs, and advances by a quarter at each read until it is completed. CSV. */
		running: seedId('job', 1),
		/** Completed, JSON. */
		completed: seedId('job', 2),
		/** Fails half-way. */
		failing: seedId('job', 3),
		failed: seedId('job', 4),
		expired: seedId('job', 5),
		/** Runs without ever advancing. */
		stalled: seedId('job', 6),
		otherRealm: seedId('job', 7),
	},
} as const;

const rowsOf = ({ members, ledger }: Realm): ExportRow[] =>
	[...members.values()].map(({ id, username, displayName, joinedAt }) => ({
		id,
		username,
		displayName,
		joinedAt,
		stars: ledger.balance(currencyIds.currencies.stars, id),
	}));

function seedExports(realm: Realm): ExportJob[] {
	const records = rowsOf(realm);
	const job = (jobId: string, name: string, fate: ExportFate, more: Partial<ExportJob> = {}): ExportJob => ({
		jobId,
		realmId: realm.id,
		name,
		modelType: 'member',
		format: 'csv',
		fate,
		progress: 0,
		downloadCount: 0,
		createdAt: isoDaysAgo(0),
		startedAt: null,
		completedAt: null,
		expiresAt: isoDaysAgo(-7),
		updatedAt: isoDaysAgo(0),
		records,
		...more,
	});
	const yesterday = isoDaysAgo(1);
	const done = {
		progress: 100,
		startedAt: yesterday,
		completedAt: yesterday,
		createdAt: yesterday,
		updatedAt: yesterday,
	};
	return [
		job(ids.exports.running, 'Members', 'finish'),
		job(ids.exports.completed, 'Members as JSON', 'finish', { ...done, format: 'json' }),
		job(ids.exports.failing, 'Members, going wrong', 'fail'),
		job(ids.exports.failed, 'Members, gone wrong', 'fail', {
			startedAt: yesterday,
			progress: 50,
			completedAt: yesterday,
		}),
		job(ids.exports.expired, 'Members of last month', 'expire', { ...done, expiresAt: isoDaysAgo(0.5) }),
		job(ids.exports.stalled, 'Members, stuck', 'stall', { startedAt: isoDaysAgo(0) }),
		job(ids.exports.otherRealm, 'Not yours', 'finish', { realmId: realmIds.otherRealm }),
	];
}

export function seedState({ realms }: State): Partial<State> {
	const jobs = seedExports(find(realms, realmIds.realm, 'realm'));
	return { exports: new Map(jobs.map((job) => [job.jobId, job])) };
}
