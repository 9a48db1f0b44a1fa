import './manyItemsSetup';

import diagnostics from 'node:diagnostics_channel';

import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { byId } from '../harness/workflows/byId';
import { runNode } from './engine';
import type { ManyItems, Memory, Sample } from './manyItems.test';

/** Every item sends a different request, so that no request is saved. */
const parametersOf = ({ kind, senderId }: ManyItems) =>
	kind === 'read'
		? { resource: 'nft', operation: 'get', contractAddress: '0x5a9d', tokenId: '={{ $json.index }}' }
		: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: byId(senderId),
				recipientId: byId('={{ $json.recipientId }}'),
				currencyId: byId(''),
				amount: '={{ $json.index + 1 }}',
			};

function memoryNow(): Memory {
	global.gc?.();
	const { heapUsed, external, rss } = process.memoryUsage();
	return { held: heapUsed + external, rss };
}

/** Takes a sample each time this many more requests have a response. */
function sampleEvery(step: number): Sample[] {
	const samples: Sample[] = [];
	let answered = 0;
	diagnostics.subscribe('http.client.response.finish', () => {
		answered += 1;
		if (answered % step === 0) samples.push({ items: answered, ...memoryNow() });
	});
	return samples;
}

/** Makes the same items as the node, without a service. */
function copying(node: INodeType, { kind, answer }: ManyItems): INodeType {
	return {
		description: node.description,
		async execute() {
			const items = this.getInputData();
			return [
				items.map((_, item): INodeExecutionData => {
					const body = JSON.parse(answer) as IDataObject;
					return { json: kind === 'read' ? (body.data as IDataObject) : body, pairedItem: { item } };
				}),
			];
		},
	};
}

async function main(task: ManyItems): Promise<void> {
	const { count, step, baseUrl, realmId, recipientId } = task;
	const run = async (length: number, nodeType: INodeType) => {
		const input = Array.from({ length }, (_, index) => ({ index, recipientId }));
		const credential = { baseUrl, realmId, apiKey: 'key' };
		return await runNode({ credential, parameters: parametersOf(task), input, nodeType });
	};
	const node = new RewardsEngagement();
	const copy = copying(node, task);
	// Loading and compiling happens only once, so it must not count.
	await run(1_000, node);
	await run(1_000, copy);

	const before = memoryNow();
	const copied = await run(count, copy);
	const withCopies = memoryNow();
	copied.items.length = 0;

	const samples = sampleEvery(step);
	const startedAt = Date.now();
	const { items, error } = await run(count, node);
	const seconds = (Date.now() - startedAt) / 1000;
	const after = memoryNow();
	const inPlace = items.filter(
		({ pairedItem }, item) => (pairedItem as { item: number }).item === item,
	).length;
	process.send?.({ before, withCopies, samples, after, seconds, inPlace, error: error?.message });
}

process.once('message', (task: ManyItems) => void main(task).finally(() => process.disconnect()));
