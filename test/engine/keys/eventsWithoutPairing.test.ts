import type { IDataObject, IRun } from 'n8n-workflow';

import { until } from '../../harness/process/wait';
import type { GraphOptions } from '../engine';
import { award, usePayouts } from '../payouts';
import { Processes } from '../processes';
import { CODE, NODE, POLL_TRIGGER } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';

/** Items of a Code node that returns new items. n8n does not know which of several events they come from. */

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const events = () => {
	const { ada, bruno, chen, dalia } = service.ids.members;
	return [chen, ada, bruno, dalia].map((to, place) => ({
		eventId: `e${place}`,
		type: 'member.joined',
		to,
		isLeftOut: to === chen,
	}));
};

/** @param isPaired whether the payments follow the trigger, and not the Code node */
const graph = (input: IDataObject[], isPaired = false): GraphOptions => ({
	credential: service.credential(),
	nodes: {
		Start: { type: POLL_TRIGGER, parameters: { events: ['member.joined'] } },
		Code: { type: CODE },
		Pay: { type: NODE, parameters: award(service), onError: 'continueErrorOutput' },
	},
	connections: isPaired ? { Start: [['Pay']] } : { Start: [['Code']], Code: [['Pay']] },
	input,
});

const hintsOf = (run: IRun) => run.data.resultData.runData.Pay![0]!.hints!.map(({ message }) => message);
const toldOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json);
const OF_ANY_EVENT = /^Several events started this execution, .* its items are paid again\./;

/** A payment that was under way, or whose outcome was not recorded yet, when the process died. */
const asOpen = (to: string): unknown =>
	expect.objectContaining({
		...{ to, error: 'Not sent: an earlier request with this key may have been applied' },
		details: expect.objectContaining({ outcome: 'unknown' }) as unknown,
	});

/** The first events start an execution, which pays one member, sends a payment to another, and is killed. */
const killedInSecond = async (isPaired = false): Promise<Processes> => {
	const operation = 'member.updateBalance';
	service.control.addFault({ operation, kind: 'delay', times: 1 });
	service.control.addFault({ operation, kind: 'timeout', when: 'after', times: 1 });
	const n8n = new Processes('without pairing');
	await n8n.killed(graph(events().slice(isPaired ? 1 : 0, 3), isPaired), async () => {
		await until('the second payment', () => payouts.to(service.ids.members.bruno)[0]!.length > 0);
	});
	return n8n;
};

it('are paid again if their events come with a new one, and one hint says so', async () => {
	const { ada, bruno, dalia } = service.ids.members;
	const n8n = await killedInSecond();
	// The poll trigger cannot know whether its events arrived, so it repeats them with the new one.
	const { run, of } = await n8n.started(graph(events()));
	expect(payouts.to(ada, bruno, dalia)).toEqual([[5, 5], [5, 5], [5]]);
	expect(toldOf(of('Pay').items)).toEqual(
		[ada, bruno, dalia].map((serviceId) => expect.objectContaining({ serviceId, amount: 5 }) as unknown),
	);
	expect(hintsOf(run)).toEqual([
		expect.stringMatching(/^3 awarded, 15 of currency /),
		expect.stringMatching(OF_ANY_EVENT),
	]);
});

it('keep the key of all their events: if the same events come again, nothing is paid twice', async () => {
	const { ada, bruno } = service.ids.members;
	const n8n = await killedInSecond();
	const { run, of } = await n8n.started(graph(events().slice(0, 3)));
	expect(payouts.to(ada, bruno)).toEqual([[5], [5]]);
	expect(toldOf(of('Pay').items)).toEqual([]);
	expect(toldOf(of('Pay').errorItems)).toEqual([asOpen(ada), asOpen(bruno)]);
	expect(hintsOf(run).filter((hint) => OF_ANY_EVENT.test(hint))).toHaveLength(1);
});

it('have no such hint if a single event started the execution', async () => {
	const { ada } = service.ids.members;
	const { run } = await new Processes('one event').started(graph(events().slice(1, 2)));
	expect(hintsOf(run)).toEqual([
		expect.stringMatching(/^1 awarded, /),
		'If the service delivers this event again, the same payment is not made again.',
	]);
	expect(payouts.to(ada)).toEqual([[5]]);
});

it('differ from paired items, which a new event beside theirs does not pay again', async () => {
	const { ada, bruno, dalia } = service.ids.members;
	const n8n = await killedInSecond(true);
	const { run, of } = await n8n.started(graph(events().slice(1), true));
	expect(toldOf(of('Pay').items)).toEqual([expect.objectContaining({ serviceId: dalia, amount: 5 })]);
	expect(toldOf(of('Pay').errorItems)).toEqual([asOpen(ada), asOpen(bruno)]);
	expect(hintsOf(run).filter((hint) => OF_ANY_EVENT.test(hint))).toEqual([]);
	expect(payouts.to(ada, bruno, dalia)).toEqual([[5], [5], [5]]);
});
