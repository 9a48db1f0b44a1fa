import { runGraph, type GraphOptions } from '../engine';
import { NEXT, NODE, TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';
import { award, usePayouts } from './payouts';

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

it('known defect 1.5: a payment after a dry run is made again by a redelivery without the dry run', async () => {
	const { ada } = service.ids.members;
	/** The paying node runs once after each of these. Its run after "Look" is a dry run. */
	const graph = (...before: string[]): GraphOptions => ({
		credential: service.credential(),
		nodes: {
			Start: { type: TRIGGER },
			Look: { type: NEXT },
			Go: { type: NEXT },
			Pay: {
				type: NODE,
				parameters: award(service, {
					options: { retries: 0, dryRun: before.length === 2 ? '={{ $runIndex === 0 }}' : false },
				}),
			},
		},
		connections: { Start: [before], Look: [['Pay']], Go: [['Pay']] },
		input: [{ to: ada, eventId: 'e1', type: 'quest.completed' }],
	});
	const { of } = await runGraph({ ...graph('Look', 'Go'), mode: 'trigger', executionId: '1' });
	expect(of('Pay', 0).items[0]?.json).toMatchObject({ dryRun: true, wouldBe: 'sent' });
	expect(of('Pay', 1).items[0]?.json).not.toHaveProperty('skipped');
	expect(payouts.to(ada)).toEqual([[5]]);

	const redelivery = await runGraph({ ...graph('Go'), mode: 'trigger', executionId: '2' });
	// Right: [[5]]. A dry run uses no number, so the redelivery finds its payment done, and is skipped.
	expect(payouts.to(ada)).toEqual([[5, 5]]);
	expect(redelivery.of('Pay').items[0]?.json).not.toHaveProperty('skipped');
});
