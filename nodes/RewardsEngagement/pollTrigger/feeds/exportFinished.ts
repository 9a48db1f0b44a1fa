import type { IDataObject } from 'n8n-workflow';

import { getExport } from '../../resources/export/get';
import { jobState } from '../../resources/export/jobState';
import { readExportJob } from '../../resources/export/record';
import { ServiceProblem } from '../../errors/serviceProblem';
import { isRecord } from '../../shared/json';
import { eventIdOf, shortOf, type Feed, type PolledEvent } from '../feed';

interface Position extends IDataObject {
	/** The jobs that were asked for so far, in short, and whether each is over. */
	jobs: Record<string, 'running' | 'over'>;
}

/** An export job is done, has failed, or has expired. Only those that still run are asked for. */
export function exportFinished(jobIds: readonly string[]): Feed<Position> {
	return {
		scope: '',
		read: async (position, { client, realmId, most, latest, hasTime, now }) => {
			const jobs: Position['jobs'] = {};
			const events: PolledEvent[] = [];
			for (const jobId of jobIds) {
				const key = shortOf(jobId);
				const before = position?.jobs[key];
				if (before === 'over' || events.length >= most || !hasTime()) {
					jobs[key] = before ?? 'running';
					continue;
				}
				const { body } = await client.send(getExport.request({ jobId })).catch(deletedJob);
				const state = body === undefined ? 'deleted' : jobState(readExportJob(body), Date.parse(now));
				jobs[key] = state === 'running' ? 'running' : 'over';
				// A job that was over before anybody looked is nothing new.
				if (state === 'running' || state === 'deleted' || (before === undefined && latest === 0)) continue;
				events.push({
					eventId: eventIdOf('export.finished', jobId),
					type: 'export.finished',
					timestamp: completedAt(body) ?? now,
					realmId,
					data: { state, job: isRecord(body) ? client.shown(body) : {} },
				});
			}
			return { events: position || latest === 0 ? events : events.slice(-latest), position: { jobs } };
		},
	};
}

/** A job that is no more will never be over in another way. */
function deletedJob(thrown: unknown): { body: undefined } {
	if (thrown instanceof ServiceProblem && (thrown.problem.status === 404 || thrown.problem.status === 410)) {
		return { body: undefined };
	}
	throw thrown;
}

function completedAt(body: unknown): string | undefined {
	const when: unknown = isRecord(body) ? body.completedAt : undefined;
	return typeof when === 'string' ? when : undefined;
}
