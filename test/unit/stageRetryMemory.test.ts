// Falls with nodes/RewardsEngagement/run/stages/retryMemory.ts.

import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../nodes/RewardsEngagement/errors';
import type { Job, LocalJob } from '../../nodes/RewardsEngagement/run/job';
import type { ItemContent } from '../../nodes/RewardsEngagement/declare/operation';
import { RetryMemory } from '../../nodes/RewardsEngagement/run/stages/retryMemory';

interface Try {
	signal?: AbortSignal;
	nodeId?: string;
	runIndex?: number;
	retryOnFail?: boolean;
}

const PAID: ItemContent[] = [{ json: { paid: true } }];
const jobOf = (itemIndex = 0, effect = 'once') =>
	({ itemIndex, operation: {}, request: { policy: { effect } } }) as unknown as Job;

/** A try of n8n: a new context, and the cancel signal of the execution. */
const tryOf = ({ signal, nodeId = 'n', runIndex = 0, retryOnFail = true }: Try) =>
	new RetryMemory({
		getNode: () => ({ id: nodeId, type: 'rewardsEngagement', retryOnFail }),
		getExecutionCancelSignal: () => signal,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	} as unknown as IExecuteFunctions);

const failing = (outcome: 'notApplied' | 'unknown') => async () =>
	await Promise.reject<ItemContent[]>(new Problem({ message: outcome, advice: 'Look.', outcome }));
const sending = (contents = PAID) => jest.fn(async () => await Promise.resolve(contents));
/** The items that a try still surveys. */
const surveyed = async (memory: RetryMemory, ...jobs: Job[]) =>
	(await memory.survey(jobs, async (left) => await Promise.resolve(left))).map(({ itemIndex }) => itemIndex);

it.each<[string, (signal: AbortSignal) => Try]>([
	['where n8n tries once only', (signal) => ({ signal, retryOnFail: false })],
	['outside of an execution', () => ({})],
])('remembers nothing %s', async (_where, of) => {
	const { signal } = new AbortController();
	await tryOf(of(signal)).run(jobOf(), sending());
	const again = sending();
	await tryOf(of(signal)).run(jobOf(), again);
	expect(again).toHaveBeenCalledTimes(1);
	expect(await surveyed(tryOf(of(signal)), jobOf())).toEqual([0]);
});

it('gives what an earlier try sent, and sends nothing', async () => {
	const { signal } = new AbortController();
	expect(await tryOf({ signal }).run(jobOf(), sending())).toBe(PAID);
	const again = sending([]);
	expect(await tryOf({ signal }).run(jobOf(), again)).toBe(PAID);
	expect(again).not.toHaveBeenCalled();
	expect(await surveyed(tryOf({ signal }), jobOf(0), jobOf(1))).toEqual([1]);
});

it('sends again what surely was not applied', async () => {
	const { signal } = new AbortController();
	await expect(tryOf({ signal }).run(jobOf(), failing('notApplied'))).rejects.toThrow('notApplied');
	expect(await surveyed(tryOf({ signal }), jobOf())).toEqual([0]);
	expect(await tryOf({ signal }).run(jobOf(), sending())).toBe(PAID);
});

it('never sends again what may have been applied, and throws the same at each try', async () => {
	const { signal } = new AbortController();
	await expect(tryOf({ signal }).run(jobOf(), failing('unknown'))).rejects.toThrow('unknown');
	expect(await surveyed(tryOf({ signal }), jobOf())).toEqual([]);
	const again = sending();
	await expect(tryOf({ signal }).run(jobOf(), again)).rejects.toThrow('unknown');
	expect(again).not.toHaveBeenCalled();
});

it.each<[string, Job | LocalJob, boolean]>([
	['what a repeat would double', jobOf(), true],
	['what has a key', { ...jobOf(0, 'replace'), key: {} as Job['key'] }, true],
	['what sends nothing', { itemIndex: 0, operation: { run: () => [] } } as unknown as LocalJob, true],
	['no read', jobOf(0, 'read'), false],
	['no update', jobOf(0, 'replace'), false],
])('remembers %s', async (_what, job, isRemembered) => {
	const { signal } = new AbortController();
	await tryOf({ signal }).run(job, sending());
	const again = sending();
	await tryOf({ signal }).run(job, again);
	expect(again).toHaveBeenCalledTimes(isRemembered ? 0 : 1);
});

it.each<[string, Try]>([
	['item', {}],
	['run of the node', { runIndex: 1 }],
	['node', { nodeId: 'm' }],
	['execution', { signal: new AbortController().signal }],
])('another %s is no other try', async (what, change) => {
	const { signal } = new AbortController();
	await tryOf({ signal }).run(jobOf(), sending());
	const other = sending();
	await tryOf({ signal, ...change }).run(jobOf(what === 'item' ? 1 : 0), other);
	expect(other).toHaveBeenCalledTimes(1);
});
