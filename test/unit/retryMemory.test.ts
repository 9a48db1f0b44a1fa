import type { IExecuteFunctions } from 'n8n-workflow';

import { ServiceProblem } from '../../nodes/RewardsEngagement/errors/serviceProblem';
import { RetryMemory } from '../../nodes/RewardsEngagement/run/retryMemory';

interface Try {
	signal?: AbortSignal;
	nodeId?: string;
	runIndex?: number;
	retryOnFail?: boolean;
}

/** A try of n8n: its own context, and the cancel signal of the execution. */
const tryOf = ({ signal, nodeId = 'n', runIndex = 0, retryOnFail = true }: Try) =>
	RetryMemory.of<string>({
		getNode: () => ({ id: nodeId, retryOnFail }),
		getExecutionCancelSignal: () => signal,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	} as unknown as IExecuteFunctions)!;

const failing = (outcome: 'notApplied' | 'unknown') => async () =>
	await Promise.reject(new ServiceProblem({ message: outcome, description: 'Look.', outcome }));
const sending = (contents: string) => jest.fn(async () => await Promise.resolve(contents));

it('remembers nothing where n8n tries once only, or has no execution', () => {
	const { signal } = new AbortController();
	expect(tryOf({ signal, retryOnFail: false })).toBeUndefined();
	expect(tryOf({})).toBeUndefined();
	expect(tryOf({ signal })).toBeDefined();
});

it('gives what an earlier try sent, and sends nothing', async () => {
	const { signal } = new AbortController();
	expect(tryOf({ signal }).knows(0)).toBe(false);
	expect(await tryOf({ signal }).once(0, sending('paid'))).toBe('paid');
	const again = sending('paid again');
	expect(await tryOf({ signal }).once(0, again)).toBe('paid');
	expect(again).not.toHaveBeenCalled();
	expect(tryOf({ signal }).knows(0)).toBe(true);
});

it('sends again what surely was not applied', async () => {
	const { signal } = new AbortController();
	await expect(tryOf({ signal }).once(0, failing('notApplied'))).rejects.toThrow('notApplied');
	expect(tryOf({ signal }).knows(0)).toBe(false);
	expect(await tryOf({ signal }).once(0, sending('paid'))).toBe('paid');
});

it('never sends again what may have been applied, and throws the same at each try', async () => {
	const { signal } = new AbortController();
	await expect(tryOf({ signal }).once(0, failing('unknown'))).rejects.toThrow('unknown');
	expect(tryOf({ signal }).knows(0)).toBe(true);
	const again = sending('paid again');
	await expect(tryOf({ signal }).once(0, again)).rejects.toThrow('unknown');
	expect(again).not.toHaveBeenCalled();
});

it.each<[string, Try]>([
	['item', {}],
	['run of the node', { runIndex: 1 }],
	['node', { nodeId: 'm' }],
	['execution', { signal: new AbortController().signal }],
])('another %s is no other try', async (what, change) => {
	const { signal } = new AbortController();
	await tryOf({ signal }).once(0, sending('paid'));
	const other = sending('the other');
	expect(await tryOf({ signal, ...change }).once(what === 'item' ? 1 : 0, other)).toBe('the other');
	expect(other).toHaveBeenCalledTimes(1);
});
