// Falls with nodes/RewardsEngagement/run/stages/send.ts.

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Job, LocalJob } from '../../nodes/RewardsEngagement/run/job';
import { bare, inData, listInData } from '../../nodes/RewardsEngagement/declare/response';
import { RunLocal, Send } from '../../nodes/RewardsEngagement/run/stages/send';

const context = { of: 'n8n' } as unknown as IExecuteFunctions;
const record = z.object({}).passthrough();

/** A job whose client responds with these bodies, one per page. */
const jobOf = (operation: object, bodies: unknown[], more: { values?: object; listing?: object } = {}) => {
	const asked: unknown[] = [];
	const client = {
		send: async (request: unknown) => {
			asked.push(request);
			return await Promise.resolve({ body: bodies[0] });
		},
		async *pages(request: unknown) {
			asked.push(request);
			for (const body of bodies) yield await Promise.resolve(body);
		},
	};
	const request = { listing: more.listing };
	const job = { operation: { effect: 'read', ...operation }, client, request, values: more.values ?? {} };
	return { job: job as unknown as Job, asked, request };
};
const given = async (job: Job): Promise<IDataObject[]> =>
	(await new Send(context).run(job)).map(({ json }) => json);

it('sends the request and gives the record of its answer', async () => {
	const { job, asked, request } = jobOf({ response: inData(record) }, [{ data: { id: 1 }, meta: {} }]);
	expect(await given(job)).toEqual([{ id: 1 }]);
	expect(asked).toEqual([request]);
	expect(await given(jobOf({ response: bare(record) }, [{ id: 2 }]).job)).toEqual([{ id: 2 }]);
});

it('gives the whole body where a person wants the full response', async () => {
	const body = { data: { id: 1 }, meta: {} };
	const { job } = jobOf({ response: inData(record) }, [body], { values: { fullResponse: true } });
	expect(await given(job)).toEqual([body]);
});

it('gives nothing for a read that found nothing, and one item for a change without an answer', async () => {
	expect(await given(jobOf({ response: bare(record) }, [undefined]).job)).toEqual([]);
	const change = jobOf({ response: bare(record), effect: 'replace' }, [undefined]);
	expect(await given(change.job)).toHaveLength(1);
});

it('gives the records of all pages, no more than are wanted', async () => {
	const bodies = [{ data: [{ id: 1 }, { id: 2 }] }, { data: [{ id: 3 }] }];
	const list = { response: listInData(record) };
	expect(await given(jobOf(list, bodies).job)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
	expect(await given(jobOf(list, bodies, { listing: { maxRecords: 2 } }).job)).toEqual([
		{ id: 1 },
		{ id: 2 },
	]);
	const full = { values: { fullResponse: true }, listing: { maxRecords: 1 } };
	expect(await given(jobOf(list, bodies, full).job)).toEqual(bodies);
});

it('leaves an operation of several requests to the operation', async () => {
	const perform = jest.fn(async () => await Promise.resolve([{ json: { done: true } }]));
	const { job, asked } = jobOf({ perform }, []);
	expect(await given(job)).toEqual([{ done: true }]);
	const { client, values, request } = job;
	expect(perform).toHaveBeenCalledWith({ context, client, values, request });
	expect(asked).toEqual([]);
});

it('hands on what the client throws', async () => {
	const failure = new Error('No');
	const { job } = jobOf({ response: bare(record) }, []);
	const send = async () => await Promise.reject(failure);
	await expect(given({ ...job, client: { send } as never })).rejects.toBe(failure);
});

it('runs an operation that sends nothing', async () => {
	const run = jest.fn(() => [{ json: { ran: true } }]);
	const job = { itemIndex: 3, operation: { run }, values: { a: 1 } } as unknown as LocalJob;
	const connection = { realmId: 'r' } as never;
	expect(await new RunLocal(context, connection).run(job)).toEqual([{ json: { ran: true } }]);
	expect(run).toHaveBeenCalledWith({ context, itemIndex: 3, values: { a: 1 }, connection });
});
