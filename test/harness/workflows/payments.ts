import type { Entry } from '../../../sandbox/base/ledger';
import type { WorkflowInput } from '../n8n/client';
import { exampleNames, readExample } from './examples';

/** Operations that change a balance. */
const MOVE_POINTS = ['transferBalance', 'updateBalance', 'updateBalances'];

/** The notes of these changes in the ledger. Changes by the service itself have other notes. */
const NOTES = /^(Transfer|Award|Deduction)/;

/** Whether a workflow has a node that moves points. */
export function movesPoints({ nodes }: WorkflowInput): boolean {
	return nodes.some(({ parameters }) => MOVE_POINTS.includes(String(parameters.operation)));
}

/**
 * Counts the ledger entries of the tests of each example. They are in a block with the name of the example.
 *
 * @param entries of the ledger, so far
 * @returns a function for the examples of this file that should have moved points and did not, or the other way round
 */
export function useLedgerOfExamples(entries: () => readonly Entry[]): () => string[] {
	const moved = new Map<string, number>();
	const count = () => entries().filter(({ memo }) => NOTES.test(memo)).length;
	let before = 0;
	beforeEach(() => void (before = count()));
	afterEach(() => {
		const test = expect.getState().currentTestName ?? '';
		const example = exampleNames().find((name) => test.startsWith(`${name} `));
		if (example) moved.set(example, (moved.get(example) ?? 0) + count() - before);
	});
	return () =>
		[...moved.keys()].filter((name) => movesPoints(readExample(name)) !== (moved.get(name) ?? 0) > 0);
}
