import './manyItemsSetup';

import diagnostics from 'node:diagnostics_channel';

import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import { byId } from '../../harness/workflows/nodes';
import { runNode } from '../engine';
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

const FINISHED = 'http.client.response.finish';

/** Takes a sample each time this many more requests have a response. */
function sampleEvery(step: number): { samples: Sample[]; stop: () => void } {
	const samples: Sample[] = [];
	let answered = 0;
	const take = () => {
		answered += 1;
		if (answered % step === 0) samples.push({ items: answered, ...memoryNow() });
	};
	diagnostics.subscribe(FINISHED, take);
	return { samples, stop: () => void diagnostics.unsubscribe(FINISHED, take) };
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

/** The number of items before the measurement. */
const WARM_UP = 500;

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
	await run(WARM_UP, node);
	await run(WARM_UP, copy);

	const before = memoryNow();
	const copied = await run(count, copy);
	const withCopies = memoryNow();
	copied.items.length = 0;

	const { samples, stop } = sampleEvery(step);
	const startedAt = Date.now();
	const { items, error } = await run(count, node);
	const seconds = (Date.now() - startedAt) / 1000;
	stop();
	const after = memoryNow();
	const inPlace = items.filter(
		({ pairedItem }, item) => (pairedItem as { item: number }).item === item,
	).length;
	process.send?.({ before, withCopies, samples, after, seconds, inPlace, error: error?.message });
}

process.on('message', (task: ManyItems) => void main(task));
