import type { LoggedRequest } from '../../../sandbox/base/requestLog';
import { runGraph, type GraphOptions } from '../engine';
import { NODE, START } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

let onRequest: (request: LoggedRequest) => void;
const service = useService({ onRequest: (request) => onRequest(request) });
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.1: a stopped execution pays twice after a retry', async () => {
	const { ada, bruno, chen, dalia } = service.ids.members;
	const everyone = [ada, bruno, chen, dalia];
	const graph: GraphOptions = {
		credential: service.credential(),
		nodes: { Start: { type: START }, Pay: { type: NODE, parameters: award(service) } },
		connections: { Start: [['Pay']] },
		input: everyone.map((to) => ({ to })),
	};
	const stop = new AbortController();
	let left = 2;
	onRequest = ({ acted }) => {
		if (acted && --left === 0) stop.abort();
	};
	const { run } = await runGraph({ ...graph, mode: 'trigger', executionId: '1', signal: stop.signal });
	expect(run.status).toBe('canceled');
	expect(payouts.to(...everyone)).toEqual([[5], [5], [], []]);

	// After a stop, n8n has only the data that the execution had at its start.
	const { run: retry } = await runGraph({ ...graph, mode: 'retry', executionId: '2', retryOfId: '1' });
	// Right: [[5], [5], …]. Ada is skipped, Bruno skipped or reported as unknown, and the others may be paid.
	expect(payouts.to(...everyone)).toEqual([[5, 5], [5, 5], [5], [5]]);
	expect(retry.status).toBe('success');
});
