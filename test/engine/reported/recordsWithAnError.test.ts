import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

/** n8n takes a first item with an `error` for a failure, and tries the node again. */
const read = async (job: IDataObject | undefined, jobId = 'x') => {
	if (job) {
		const body = { jobId, ...job };
		service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body });
	}
	return await runNode({
		credential: service.credential(),
		maxTries: 3,
		input: [{ first: true }, { first: false }],
		parameters: { resource: 'export', operation: 'get', jobId },
	});
};

it('the record of a failed export is read once with Retry On Fail, because it is no failure of the node', async () => {
	const { items, error } = await read(undefined, service.ids.exports.failed);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toMatchObject(
		Array.from({ length: 2 }, () => ({ status: 'failed', error: 'A record could not be read.' })),
	);
	expect(service.requests).toHaveLength(1);
});

it.each<unknown>(['', 0, { code: 17 }, ['late']])('an error %j in a record is read once', async (given) => {
	const { items } = await read({ status: 'failed', error: given as string });
	expect(items.map(({ json }) => json.error)).toEqual([given, given]);
	expect(service.requests).toHaveLength(1);
});

it('a read that failed is tried again', async () => {
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 403, times: 1 });
	const { items, error } = await read(undefined, service.ids.exports.failed);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
	expect(service.requests.map(({ status }) => status)).toEqual([403, 200]);
});
