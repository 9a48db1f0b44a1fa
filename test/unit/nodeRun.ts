import { setTimeout as pause } from 'node:timers/promises';

import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { z } from 'zod';

import { gates } from '../../nodes/RewardsEngagement/api/gate';
import { path } from '../../nodes/RewardsEngagement/api/path';
import { number } from '../../nodes/RewardsEngagement/fields/number';
import { id, text } from '../../nodes/RewardsEngagement/fields/text';
import type { Bulk } from '../../nodes/RewardsEngagement/declare/bulk';
import { runItems } from '../../nodes/RewardsEngagement/run/run';
import { localOperation, operation } from '../../nodes/RewardsEngagement/declare/operation';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import { anything, bare, listInData } from '../../nodes/RewardsEngagement/declare/response';
import { workflowContext } from './workflowContext';

/** A request that reached the service. */
export interface Asked {
	/** Method, path and query. */
	line: string;
	body: unknown;
}

/** The response of the service, after `delay` milliseconds. */
export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** The exact text, for a body that is no JSON. */
	text?: string;
	delay?: number;
}

/** A service for one test with configurable responses. */
export class Service {
	readonly asked: Asked[] = [];

	/** The events in order: `read 0` for each read item, `send ...` for each request. */
	readonly log: string[] = [];

	/** The highest number of requests at a time. */
	width = 0;

	private open = 0;

	answer: (asked: Asked, count: number) => Answer | undefined = () => undefined;

	get lines(): string[] {
		return this.asked.map(({ line }) => line);
	}

	async request({ method = 'GET', url, body }: IHttpRequestOptions): Promise<unknown> {
		const line = `${method} ${decodeURIComponent(url.replace('http://service.example', ''))}`;
		const asked = { line, body: body === undefined ? undefined : (JSON.parse(body as string) as unknown) };
		this.asked.push(asked);
		this.log.push(`send ${line}`);
		this.open++;
		this.width = Math.max(this.width, this.open);
		const answer = this.answer(asked, this.asked.length) ?? {};
		await pause(answer.delay ?? 1);
		this.open--;
		const { status = 200, body: said = status < 300 ? usualAnswer(asked) : { error: 'No' } } = answer;
		const { headers = {}, text: content = JSON.stringify(said) } = answer;
		return { statusCode: status, headers, body: content };
	}
}

/**
 * Lets each test start with new gates, and with random waits of a known length.
 *
 * @param share of its longest time that each random wait takes
 * @returns the spy of the current test
 */
export function withKnownWaits(share: number): () => jest.SpyInstance {
	let random: jest.SpyInstance;
	beforeEach(() => {
		gates.clear();
		random = jest.spyOn(Math, 'random').mockReturnValue(share);
	});
	afterEach(() => random.mockRestore());
	return () => random;
}

function usualAnswer({ line, body }: Asked): unknown {
	const found = /^GET \/find\/.*things=(.*)$/.exec(line)?.[1];
	if (found !== undefined) return { data: found.split(',').map((one) => ({ id: one })) };
	const { updates } = (body ?? {}) as { updates?: unknown };
	return updates ? { data: updates } : { id: line.split('/').at(-1) };
}

const thing = id('Thing', { description: 'What is acted on' });
const amount = number('Amount', { description: 'How much', default: 1, minimum: 1 });
const kind = text('Kind', { description: 'Which of them' });
const record = z.object({ id: z.string() });

/** Awards of the same kind share a request. Each row has the name of its thing. */
export const bulk: Bulk = {
	holderOf: ({ thing: name }) => String(name),
	isHolderUnique: true,
	currency: 'kind',
	balances: ['amount'],
	applied: 'data',
};

/** A node with an operation of each kind. */
export function registryWith(spent: unknown[] = []): Registry {
	const common = { description: 'Does it', realm: false } as const;
	const note = {
		...common,
		displayName: 'Note',
		action: 'Note it',
		parameters: { thing },
		response: bare(anything),
		run: ({ values }: { values: { thing: string } }) =>
			values.thing === 'nothing' ? [] : [{ json: { noted: values.thing } }],
	};
	const operations = {
		get: operation({
			...common,
			displayName: 'Get',
			action: 'Get it',
			parameters: { thing },
			effect: 'read',
			request: (values) => ({ method: 'GET', path: path`/things/${values.thing}` }),
			response: bare(record),
		}),
		list: operation({
			...common,
			displayName: 'List',
			action: 'List them',
			parameters: { thing },
			effect: 'read',
			givesAll: true,
			request: (values) => ({ method: 'GET', path: path`/lists/${values.thing}` }),
			response: listInData(record),
		}),
		update: operation({
			...common,
			displayName: 'Update',
			action: 'Update it',
			parameters: { thing, amount },
			effect: 'replace',
			request: (values) => ({
				method: 'PUT',
				path: path`/things/${values.thing}`,
				body: { amount: values.amount },
			}),
			response: bare(record),
		}),
		pay: operation({
			...common,
			displayName: 'Pay',
			action: 'Pay it',
			parameters: { thing, amount },
			effect: 'once',
			spends: (values) => {
				spent.push(values.thing);
				return { amount: values.amount };
			},
			request: (values) => ({
				method: 'POST',
				path: path`/payments/${values.thing}`,
				body: { amount: values.amount },
			}),
			response: bare(record),
		}),
		award: operation({
			...common,
			displayName: 'Award',
			action: 'Award it',
			parameters: { thing, amount, kind },
			effect: 'once',
			request: (values) => ({
				method: 'PATCH',
				path: path`/awards/${values.kind}`,
				body: { updates: [{ thing: values.thing, amount: values.amount }] },
			}),
			bulk,
			response: bare(anything),
		}),
		note: localOperation(note),
		noteMany: localOperation({ ...note, isParallel: true }),
	};
	return new Registry({
		thing: { name: 'Thing', description: 'A thing', default: 'get', operations },
		other: {
			name: 'Other',
			description: 'Another thing',
			default: 'pay',
			operations: { pay: operations.get },
		},
	});
}

/** A run of the node: its setup, and the input from n8n. */
export interface Running {
	service: Service;
	operation?: string;
	/** Override those that each item contains: `={{ $json.thing }}`, and so on. */
	parameters?: Record<string, unknown>;
	options?: Record<string, unknown>;
	input: IDataObject[];
	/** The exact items, if they matter. */
	items?: INodeExecutionData[];
	node?: Partial<INode>;
	/** Nodes of the workflow by name, if they matter. */
	nodes?: Record<string, { id: string; name: string }>;
	signal?: AbortSignal;
	/** The node's data in the execution. */
	stored?: IDataObject;
	runIndex?: number;
	/** The node's processed values in n8n. */
	kept?: Set<string>;
	workflowId?: string;
	isWorker?: boolean;
	credential?: () => Promise<IDataObject>;
	/** A test's own operations instead of those here. */
	registry?: Registry;
	spent?: unknown[];
	/** Called for each item that is read. */
	onRead?: (itemIndex: number) => void;
}

let nodes = 0;

/** n8n's context of a run, and the hints that the run added. */
export function contextOf(running: Running): { context: IExecuteFunctions; hints: NodeExecutionHint[] } {
	const { service, input, signal, stored = {}, runIndex = 0, kept = new Set<string>() } = running;
	const items = running.items ?? input.map((json) => ({ json }));
	const hints: NodeExecutionHint[] = [];
	const node = {
		id: `node ${nodes++}`,
		name: 'Rewards',
		type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { rewardsEngagementApi: { id: '1', name: 'Test' } },
		...running.node,
	};
	const written: Record<string, unknown> = {
		resource: 'thing',
		operation: running.operation ?? 'get',
		// Complex enough that only n8n can evaluate it.
		thing: '={{ $json.thing.trim() }}',
		amount: '={{ $json.amount }}',
		kind: 'k',
		repeatProtection: 'off',
		...running.parameters,
		options: running.options ?? {},
	};
	const evaluate = (expression: string, itemIndex: number): unknown => {
		const name = /\$json\.(\w+)/.exec(expression)?.[1] ?? '';
		if (name === 'thing') {
			service.log.push(`read ${itemIndex}`);
			running.onRead?.(itemIndex);
		}
		return items[itemIndex]?.json[name];
	};
	const context = workflowContext(node, (own) => ({
		getCredentials:
			running.credential ??
			(async () => await Promise.resolve({ baseUrl: 'http://service.example', apiKey: 'key', realmId: 'r' })),
		getInputData: () => items,
		getNode: () => ({ ...own, parameters: written }),
		evaluateExpression: evaluate,
		continueOnFail: () => ['continueRegularOutput', 'continueErrorOutput'].includes(node.onError ?? ''),
		getExecutionCancelSignal: () => signal,
		addExecutionHints: (...own: NodeExecutionHint[]) => void hints.push(...own),
		getWorkflow: () => ({ id: running.workflowId ?? 'w' }),
		getContext: (of: string) => (of === 'node' ? stored : {}),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		getMode: () => 'trigger',
		getExecutionId: () => '1',
		instanceSettings: { instanceType: running.isWorker ? 'worker' : 'main' },
		additionalData: {
			credentialsHelper: {
				getDecrypted: async () => await Promise.resolve({ realmId: 'r' }),
			},
		},
		logger: { warn: () => {} },
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await service.request(options),
			checkProcessedAndRecord: async (values: string[]) => {
				const fresh = values.filter((value) => !kept.has(value));
				for (const value of fresh) kept.add(value);
				return await Promise.resolve({ new: fresh, processed: [] });
			},
			removeProcessed: async (values: string[]) => {
				for (const value of values) kept.delete(value);
				await Promise.resolve();
			},
			getProcessedDataCount: async () => await Promise.resolve(kept.size),
		},
	})) as unknown as IExecuteFunctions;
	if (running.nodes) Object.assign(context, { workflow: { nodes: running.nodes } });
	return { context, hints };
}

/** The result of a run. */
export interface Ran {
	items: INodeExecutionData[];
	/** The error that stopped it. */
	error?: Error & { description?: string; context?: IDataObject };
	hints: NodeExecutionHint[];
}

export async function run(running: Running): Promise<Ran> {
	const { context, hints } = contextOf(running);
	try {
		const { registry = registryWith(running.spent) } = running;
		return { items: await runItems(context, registry), hints };
	} catch (error) {
		return { items: [], error: error as Ran['error'], hints };
	}
}

/** The JSON of items. */
export const jsonOf = ({ items }: Ran) => items.map(({ json }) => json);

/** The input item of each output item. */
export const pairedOf = ({ items }: Ran) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** The messages of failed items, and the ids of the others. */
export const wordsOf = ({ items }: Ran) =>
	items.map(({ json }) => (json.error ?? json.id ?? json.noted ?? json.thing) as string);

export const outcomesOf = ({ items }: Ran) =>
	items.map(({ json }) => (json.details as IDataObject | undefined)?.outcome);
