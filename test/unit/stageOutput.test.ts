// Falls with nodes/RewardsEngagement/run/stages/output.ts.

import type { Job } from '../../nodes/RewardsEngagement/run/job';
import { Output } from '../../nodes/RewardsEngagement/run/stages/output';

const job = { operation: {}, output: { give: (json: object) => ({ given: json }) } } as unknown as Job;

it('gives each record its form, in order, and keeps what is beside it', async () => {
	const contents = [{ json: { id: 1 } }, { json: { id: 2 }, binary: { data: {} } }];
	const next = async () => await Promise.resolve(contents as never);
	expect(await new Output().run(job, next)).toEqual([
		{ json: { given: { id: 1 } } },
		{ json: { given: { id: 2 } }, binary: { data: {} } },
	]);
	expect(contents[0]).toEqual({ json: { id: 1 } });
});

it('gives nothing for nothing, and hands on a failure', async () => {
	expect(await new Output().run(job, async () => await Promise.resolve([]))).toEqual([]);
	const failure = new Error('No');
	await expect(new Output().run(job, async () => await Promise.reject(failure))).rejects.toBe(failure);
});
