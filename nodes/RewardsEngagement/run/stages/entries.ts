import type { OperationRequest } from '../../api/request';
import type { Bulk, Entry } from '../bulk';
import type { Job } from '../job';

/** The body field with the entries of a request. */
const ENTRIES = 'updates';

/** For a job with a bulk operation. */
export function bulkOf({ operation }: Pick<Job, 'operation'>): Bulk {
	return operation.bulk as Bulk;
}

export function entriesOf({ body }: OperationRequest): Entry[] {
	return body?.[ENTRIES] as Entry[];
}

/** Identifies the records that the entries of a job change, with their realm. */
export function identityOf(job: Job): string {
	const { request } = job;
	return `${request.path.text} ${entriesOf(request).map(bulkOf(job).identityOf).join()}`;
}

/** The part of a request that must be equal for jobs that share it. */
export function withoutEntries({ method, path, query, body }: OperationRequest): unknown {
	return [method, path.text, query, { ...body, [ENTRIES]: undefined }];
}

/** One request for several jobs, with their entries in this order. */
export function joined(jobs: readonly Job[]): OperationRequest {
	const [{ request }] = jobs as readonly [Job];
	return {
		...request,
		// A response does not say which of several entries it means.
		names: jobs.length > 1 ? undefined : request.names,
		body: { ...request.body, [ENTRIES]: jobs.flatMap((job) => entriesOf(job.request)) },
	};
}
