import type { OperationRequest } from '../../api/request';
import type { Bulk, Entry } from '../bulk';
import type { Job } from '../job';

/** The body field that holds the entries of a request. */
const ENTRIES = 'updates';

/** Of a job that goes out in bulk. */
export function bulkOf({ operation }: Pick<Job, 'operation'>): Bulk {
	return operation.bulk as Bulk;
}

export function entriesOf({ body }: OperationRequest): Entry[] {
	return body?.[ENTRIES] as Entry[];
}

/** Whose record the entries of a job change, in which realm. */
export function identityOf(job: Job): string {
	const { request } = job;
	return `${request.path.text} ${entriesOf(request).map(bulkOf(job).identityOf).join()}`;
}

/** What a request has in common with those that may join it. */
export function withoutEntries({ method, path, query, body }: OperationRequest): unknown {
	return [method, path.text, query, { ...body, [ENTRIES]: undefined }];
}

/** One request for several jobs, with their entries in this order. */
export function joined(jobs: readonly Job[]): OperationRequest {
	const [{ request }] = jobs as readonly [Job];
	return {
		...request,
		// An answer does not say which of several entries it means.
		names: jobs.length > 1 ? undefined : request.names,
		body: { ...request.body, [ENTRIES]: jobs.flatMap((job) => entriesOf(job.request)) },
	};
}
