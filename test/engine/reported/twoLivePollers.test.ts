import { PollContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { additionalData, credentialReference, nodeOf, workflowOf } from '../engine';
import { nodeTypes, POLL_TRIGGER } from '../nodeTypes';
import { PollNode } from '../pollNode';
import { processedValues } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();
beforeEach(() => processedValues.clear());

/** n8n sometimes leaves the earlier poller of a trigger alive when it starts another one. */
async function startPollers(count: number): Promise<PollNode[]> {
	const pollers = Array.from(
		{ length: count },
		() => new PollNode({ events: ['quest.changed'] }, service.credential()),
	);
	for (const poller of pollers) {
		Object.defineProperty(poller, 'id', { value: Reflect.get(pollers[0]!, 'id') });
		await poller.activate();
	}
	return pollers;
}

const rename = (name: string) => {
	service.state.realms.get(service.realmId)!.quests.get(service.ids.quests.firstSteps)!.name = name;
};

/** The names of the quest in all events, in the order of their executions. */
const watch = () => {
	const seen: string[] = [];
	const known = new Map<PollNode, number>();
	const poll = async (poller: PollNode) => {
		await poller.poll();
		const { events } = poller;
		for (const { data } of events.slice(known.get(poller) ?? 0))
			seen.push((data as { quest: IDataObject }).quest.name as string);
		known.set(poller, events.length);
	};
	return { seen, poll };
};

const NAMES = ['B', 'A', 'B', 'A', 'B', 'A'];

it.each<[string, (pollers: PollNode[], index: number) => PollNode[]]>([
	['both, the earlier first', (pollers) => pollers],
	['both, the later first', (pollers) => [...pollers].reverse()],
	['both, by turns', (pollers, index) => [pollers[index % 2]!, pollers[(index + 1) % 2]!]],
	['both, one of them twice', (pollers) => [pollers[1]!, ...pollers]],
	['only the earlier', ([earlier]) => [earlier!]],
	['only the later', ([, later]) => [later!]],
	['the earlier, and then the later', ([earlier, later], index) => [index < 3 ? earlier! : later!]],
])('a quest that changes back and forth gives each change once: polled by %s', async (_by, order) => {
	const pollers = await startPollers(2);
	const { seen, poll } = watch();
	for (const [index, name] of NAMES.entries()) {
		rename(name);
		for (const poller of order(pollers, index)) await poll(poller);
	}
	expect(seen).toEqual(NAMES);
});

it('a poller that missed some changes repeats none of them', async () => {
	const [earlier, later] = await startPollers(2);
	const { seen, poll } = watch();
	for (const name of NAMES) {
		rename(name);
		await poll(later!);
	}
	await poll(earlier!);
	rename('C');
	await poll(earlier!);
	await poll(later!);
	expect(seen).toEqual([...NAMES, 'C']);
});

it('an emission that n8n refuses is repeated, also by a poller that n8n keeps beside a durable cursor', async () => {
	const node = {
		...nodeOf('Poll', POLL_TRIGGER, { events: ['quest.changed'], options: {} }),
		credentials: credentialReference(),
	};
	const workflow = workflowOf({ nodes: [node] });
	let [cursor, snapshot]: IDataObject[] = [{}, {}];
	const unused = () => {};
	const context = new PollContext(
		workflow,
		workflow.getNode('Poll')!,
		additionalData(service.credential(), 'trigger'),
		'trigger',
		'activate',
		unused,
		unused,
		async () => {},
		async (poll) => await poll(),
		() => snapshot!,
	) as IPollFunctions;
	const seen: unknown[] = [];
	const poll = async (isRefused = false) => {
		snapshot = structuredClone(cursor!);
		const type = nodeTypes.getByNameAndVersion(POLL_TRIGGER);
		const [items = []]: INodeExecutionData[][] = (await type.poll!.call(context)) ?? [];
		if (isRefused) return;
		cursor = snapshot;
		for (const { json } of items) seen.push((json.data as { quest: IDataObject }).quest.name);
	};
	await poll();
	for (const [name, isRefused] of [
		['A', false],
		['B', true],
		['B', false],
		['C', false],
	] as const) {
		rename(name);
		await poll(isRefused);
	}
	expect(seen).toEqual(['A', 'B', 'C']);
});
