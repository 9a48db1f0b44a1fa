import './manyItemsSetup';

import type { IDataObject, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { runNode, type RunOptions } from './engine';
import type { LoopResult, LoopTask } from './eventLoop.test';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const SAME = Array.from({ length: 50 }, (_, number) => `name${number}`).join(',');
const ID = 'a'.repeat(24);

const search = (values: string) => ({ resource: 'member', operation: 'search', type: 'username', values });
const transfer = (amount: string) => ({
	resource: 'member',
	operation: 'transferBalance',
	serviceId: byId(ID),
	recipientId: byId('={{ $json.id }}'),
	currencyId: byId(''),
	amount,
	options: {},
});

type Mode = Pick<RunOptions, 'parameters' | 'onError'>;

const MODES: Record<LoopTask['mode'], Mode> = {
	'merged searches of the same values': { parameters: search('={{ $json.same }}') },
	'merged searches of a value each': { parameters: search('={{ $json.name }}') },
	'the same search, merging turned off': {
		parameters: { ...search('={{ $json.same }}'), options: { mergeSearches: false } },
	},
	'reads of a record each': {
		parameters: { resource: 'nft', operation: 'get', contractAddress: '0x1', tokenId: '={{ $json.index }}' },
	},
	'reads of one record': {
		parameters: { resource: 'nft', operation: 'get', contractAddress: '0x1', tokenId: '={{ "1" }}' },
	},
	'updates of one record': {
		parameters: {
			resource: 'currency',
			operation: 'update',
			currencyId: byId('c1'),
			updateFields: { name: '={{ $json.name }}' },
		},
	},
	payments: { parameters: transfer('={{ $json.index + 1 }}') },
	'payments with a key each': {
		parameters: { ...transfer('1'), repeatProtection: 'key', onceKey: '={{ $json.name }}' },
	},
	'payments that are all wrong': { parameters: transfer('={{ "five" }}'), onError: 'continueErrorOutput' },
	'payments of which the last is wrong': {
		parameters: transfer('={{ $json.index === $json.last ? 0 : 1 }}'),
	},
	'reads whose expression fails': {
		parameters: { resource: 'nft', operation: 'get', contractAddress: '0x1', tokenId: '={{ nope.foo }}' },
		onError: 'continueErrorOutput',
	},
};

/** Measures how much the process works at most without a turn for others, in milliseconds of processor time. */
function watchTurns(): { stop: () => number } {
	let longest = 0;
	let last = process.cpuUsage();
	const look = () => {
		const { user, system } = process.cpuUsage(last);
		longest = Math.max(longest, (user + system) / 1_000);
		last = process.cpuUsage();
	};
	const timer = setInterval(look, 1);
	return {
		stop: () => {
			look();
			clearInterval(timer);
			return longest;
		},
	};
}

async function measure({ mode, count, baseUrl }: LoopTask): Promise<LoopResult> {
	const node = new RewardsEngagement();
	let longest = 0;
	const nodeType: INodeType = {
		description: node.description,
		async execute() {
			const turns = watchTurns();
			try {
				return await node.execute.call(this);
			} finally {
				longest = turns.stop();
			}
		},
	};
	const input = Array.from({ length: count }, (_, index): IDataObject => ({
		index,
		last: count - 1,
		name: `name${index}`,
		same: SAME,
		id: ID,
	}));
	const credential = { baseUrl, realmId: ID, apiKey: 'key' };
	const { items, errorItems, error } = await runNode({ credential, input, nodeType, ...MODES[mode] });
	return {
		longest,
		items: items.length,
		errorItems: errorItems.length,
		error: error?.message,
	};
}

process.on('message', (task: LoopTask) => void measure(task).then((result) => process.send?.(result)));
