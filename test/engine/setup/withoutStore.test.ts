import type { IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { runGraph, type GraphOptions } from '../engine';
import { award, usePayouts } from '../payouts';
import { NODE, START, TRIGGER } from '../nodeTypes';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

/** The node in a version of n8n that gives nodes no store of processed values. */
class WithoutStore extends RewardsEngagement {
	override async execute(this: IExecuteFunctions) {
		const helpers = this.helpers as Partial<IExecuteFunctions['helpers']>;
		delete helpers.checkProcessedAndRecord;
		delete helpers.removeProcessed;
		return await RewardsEngagement.prototype.execute.call(this);
	}
}

const REFUSED = {
	error: 'Not sent: this version of n8n cannot keep what this node did before',
	details: {
		outcome: 'notApplied',
		advice: expect.stringContaining('Go back to your previous n8n version') as string,
	},
};
const UNKEPT = expect.stringContaining(
	'This version of n8n does not keep which requests were sent.',
) as string;
const BY_KEY = { repeatProtection: 'key', idempotencyKey: '={{ $json.order }}' };

const run = async (
	more: Partial<GraphOptions> = {},
	parameters: INodeParameters = {},
	{ start = START, onError = 'continueErrorOutput' }: { start?: string; onError?: INode['onError'] } = {},
) => {
	const { ada, bruno } = service.ids.members;
	const result = await runGraph({
		credential: service.credential(),
		nodeType: new WithoutStore(),
		nodes: {
			Start: { type: start },
			Pay: { type: NODE, parameters: award(service, parameters), onError },
		},
		connections: { Start: [['Pay']] },
		input: [ada, bruno].map((to, place) => ({
			...{ to, order: `order-${place}` },
			...(start === TRIGGER && { eventId: `e${place}`, type: 'quest.completed' }),
		})),
		mode: 'trigger',
		executionId: '1',
		...more,
	});
	const { items, errorItems } = result.of('Pay');
	return {
		run: result.run,
		told: items.map(({ json }) => json),
		refused: errorItems.map(({ json }) => ({ error: json.error, details: json.details })),
		hints: result.run.data.resultData.runData.Pay![0]!.hints!.map(({ message }) => message),
	};
};
const paid = () => payouts.to(service.ids.members.ada, service.ids.members.bruno);

describe('where n8n keeps no keys', () => {
	it.each(['trigger', 'manual'] as const)(
		'a first attempt without an event pays, and one hint says what is not covered (%s)',
		async (mode) => {
			const { told, refused, hints } = await run({ mode });
			expect(told.map(({ amount, skipped }) => [amount, skipped])).toEqual([
				[5, undefined],
				[5, undefined],
			]);
			expect(refused).toEqual([]);
			expect(hints.filter((hint) => hint.startsWith('This version of n8n'))).toEqual([UNKEPT]);
			expect(paid()).toEqual([[5], [5]]);
			expect([...processedValues]).toEqual([]);
		},
	);

	it('nothing is sent for an event', async () => {
		const { told, refused, hints } = await run({}, {}, { start: TRIGGER });
		expect([told, refused]).toEqual([[], [REFUSED, REFUSED]]);
		expect(hints).not.toContainEqual(UNKEPT);
		expect(paid()).toEqual([[], []]);
		expect(service.requests).toEqual([]);
	});

	it('nothing is sent under a key of the user', async () => {
		const { told, refused, hints } = await run({}, BY_KEY);
		expect([told, refused]).toEqual([[], [REFUSED, REFUSED]]);
		expect(hints).not.toContainEqual(UNKEPT);
		expect(service.requests).toEqual([]);
	});

	it('a retry skips what the first attempt paid, and sends nothing else', async () => {
		service.control.addFault({ operation: 'member.updateBalance', kind: 'delay', times: 1 });
		const status = { kind: 'status', status: 403, when: 'before', times: 1 } as const;
		service.control.addFault({ operation: 'member.updateBalance', ...status });
		const first = await run({}, {}, { onError: 'stopWorkflow' });
		expect(paid()).toEqual([[5], []]);
		const again = await run({ mode: 'retry', executionId: '2', retryOf: first.run, retryOfId: '1' });
		expect(again.told).toEqual([expect.objectContaining({ skipped: true })]);
		expect(again.refused).toEqual([REFUSED]);
		expect(again.hints).not.toContainEqual(UNKEPT);
		expect(paid()).toEqual([[5], []]);
	});

	it('a retry of an execution that was killed sends nothing', async () => {
		const { told, refused } = await run({ mode: 'retry', executionId: '2', retryOfId: '1' });
		expect([told, refused]).toEqual([[], [REFUSED, REFUSED]]);
		expect(service.requests).toEqual([]);
	});

	it('payments without protection are sent without a hint', async () => {
		const { told, hints } = await run({}, { repeatProtection: 'off' });
		expect(told).toHaveLength(2);
		expect(hints).toEqual([expect.stringMatching(/^2 awarded/)]);
	});
});
