import type { IExecuteFunctions } from 'n8n-workflow';

import { addressOf } from '../api/http';
import type { Client } from '../api/client';
import type { Effect } from '../api/request';
import { UNATTENDED, type RetryPolicy } from '../api/retryPolicy';
import { InvalidParameter } from '../errors/invalidParameter';
import { beforeSending, staged, UNSENT } from '../errors/stage';
import type { RunOptions } from './options';
import type { EventSource } from '../idempotency/eventSource';
import type { KeyedItem, KeyedResult, RunKeys } from '../idempotency/runKeys';
import type { ReadCache } from './readCache';
import type { Call, ItemContent, Merge, Operation } from './operation';
import { anything, bare, toJsonItems } from './response';
import type { RetryMemory } from '../idempotency/retryMemory';
import type { ParameterReader } from './readParameters';
import { keyedItem } from './repeatProtection';
import type { RegisteredOperation, Registry } from './registry';

/** Requests of one run that may be on their way, unless the user or the service's pace say fewer. */
const MAX_CONCURRENT = 32;

/** What the items of one run share. */
export interface Run {
	context: IExecuteFunctions;
	registry: Registry;
	client: Client;
	parameters: ParameterReader;
	answers: ReadCache;
	keys: RunKeys;
	/** Where n8n tries a failed run again. */
	tries?: RetryMemory<ItemContent[]>;
	/** What started the execution. */
	events: EventSource;
	/** Of the node. */
	nodeId: string;
	/** Set once an answer for several items could not be told apart. */
	cannotMerge?: boolean;
}

/** What one input item asks for, its parameters read and checked. */
export interface Prepared {
	itemIndex: number;
	effect: Effect;
	/** What another run of the item would do: no harm, nothing as its key is known, or the same a second time. */
	repeat: 'harmless' | 'skipped' | 'doubled';
	/** Items that may be worked on at a time. */
	most: number;
	/** Items that may be sending at a time, as the service has room just now. */
	room: () => number;
	/** Resolves once the item waits before a repeat, and so is not sending. */
	paused: Promise<void>;
	/** The record that the request changes. */
	record: string;
	/** Where it may share a request with others. */
	merging?: Merging;
	/** Does it. */
	perform: () => Promise<ItemContent[]>;
}

export interface Merging {
	operation: Operation;
	merge: Merge<Record<string, unknown>>;
	group: string;
	values: Record<string, unknown>;
	client: Client;
}

/**
 * Reads what one input item asks for, and makes its request.
 *
 * `perform` of the result gives the contents of its output items. It throws a {@link ServiceProblem} when the service did
 * not do it, or may not have; {@link NotApplied} for whatever fails before that; and anything else for what fails after.
 *
 * @throws {NotApplied} whatever is wrong: nothing was sent
 */
export function prepare(run: Run, itemIndex: number): Prepared {
	return beforeSending(() => prepareItem(run, itemIndex));
}

function prepareItem(run: Run, itemIndex: number): Prepared {
	const { context } = run;
	const operation = chosenOperation(run, itemIndex);
	const { values, options } = run.parameters.read(operation, itemIndex);
	if ('run' in operation) {
		const perform = async () =>
			await staged(UNSENT, async () => await operation.run(context, values, run.client.connection));
		const alone = { most: 1, room: () => 1, paused: new Promise<void>(() => {}) };
		return { itemIndex, effect: 'once', repeat: 'harmless', ...alone, record: '', perform };
	}
	const client = run.client.with(patienceOf(options), values.realmId as string | undefined);
	const request = operation.request(values);
	const { effect, perform: own } = operation;
	const isWhole = values.wholeResponse === true;
	const send = async () =>
		await staged(client.progress, async () =>
			own
				? await own({ context, client, values, request })
				: await sendAndGive(operation, { context, client, values, request }, isWhole),
		);
	const keyed = effect === 'once' ? keyedItem(run, itemIndex, request, values.realmId) : undefined;
	const sendOnce = effect === 'once' ? onceOf(run, itemIndex, keyed, client, send) : send;
	const perform = async () => {
		if (effect !== 'read' || own || options.askOnce === false) return await sendOnce();
		const asked = [request.method, addressOf(client.connection, request), request.body, isWhole];
		return await run.answers.get(JSON.stringify(asked), send);
	};
	return {
		itemIndex,
		effect,
		repeat: effect !== 'once' ? 'harmless' : keyed ? 'skipped' : 'doubled',
		most: options.concurrency ?? (effect === 'once' || operation.isHeavy ? 1 : MAX_CONCURRENT),
		room: () => (options.concurrency === undefined ? client.capacity : Infinity),
		paused: client.paused,
		record: request.path.text,
		merging: isWhole ? undefined : mergingOf(operation, options, values, client),
		perform: async () => await staged(client.progress, perform),
	};
}

/** Sends what a repeat would double, unless an earlier try of the run did, or a run before it under the same key. */
function onceOf(
	{ keys, tries }: Run,
	itemIndex: number,
	keyed: KeyedItem | undefined,
	{ progress }: Client,
	send: () => Promise<ItemContent[]>,
): () => Promise<ItemContent[]> {
	if (tries?.knows(itemIndex)) return async () => await tries.once(itemIndex, send);
	const underKey = keyed && keys.expect(keyed);
	const perform = async () =>
		await staged(progress, async () =>
			underKey ? withSkipped(await underKey(send, (contents) => contents[0]?.json ?? {})) : await send(),
		);
	return async () => (tries ? await tries.once(itemIndex, perform) : await perform());
}

/** What an item gives that was done before. `firstRun` tells by whom, and what came of it where that is known. */
function withSkipped(result: KeyedResult<ItemContent[]>): ItemContent[] {
	if (!result.wasDone) return result.result;
	const { key, first } = result;
	const firstRun = first ? { execution: 'this', ...first } : { execution: 'earlier' };
	const who = first ? 'Another item of this execution' : 'An earlier run';
	const reason = `${who} did this under the same key, so nothing was sent now`;
	return [{ json: { skipped: true, onceKey: key, reason, firstRun } }];
}

function mergingOf(
	operation: Operation,
	options: RunOptions,
	values: Record<string, unknown>,
	client: Client,
): Merging | undefined {
	const { merge } = operation;
	const group = options.mergeSearches === false ? undefined : merge?.group(values);
	if (!merge || group === undefined) return undefined;
	// One request has one patience.
	return { operation, merge, group: `${group} ${JSON.stringify(options)}`, values, client };
}

function patienceOf(options: RunOptions): RetryPolicy {
	const { concurrency, retries, longestWaitSeconds, totalWaitSeconds, timeoutSeconds } = options;
	return {
		isLimited: true,
		concurrency,
		attempts: retries === undefined ? UNATTENDED.attempts : retries + 1,
		longestWait: milliseconds(longestWaitSeconds) ?? UNATTENDED.longestWait,
		totalWait: milliseconds(totalWaitSeconds) ?? UNATTENDED.totalWait,
		timeout: milliseconds(timeoutSeconds) ?? UNATTENDED.timeout,
	};
}

function milliseconds(seconds: number | undefined): number | undefined {
	return seconds === undefined ? undefined : seconds * 1000;
}

/** Sends the request and gives its answer, a list to its end. */
async function sendAndGive(
	operation: Operation,
	{ client, values, request }: Call<Record<string, unknown>>,
	isWhole: boolean,
): Promise<ItemContent[]> {
	const shape = isWhole ? bare(anything) : operation.response;
	const toItems = (body: unknown) => toJsonItems(shape, body, values).map((json) => ({ json }));
	if (operation.response.kind !== 'list') return toItems((await client.send(request)).body);
	const pages: ItemContent[][] = [];
	for await (const body of client.pages(request)) pages.push(toItems(body));
	return pages.flat();
}

/** @throws {InvalidParameter} when there is none of that name */
export function chosenOperation({ parameters, registry }: Run, itemIndex: number): RegisteredOperation {
	const resource = String(parameters.choice('resource', itemIndex));
	const name = String(parameters.choice('operation', itemIndex));
	const chosen = registry.find({ resource, name });
	if (chosen) return chosen;
	throw new InvalidParameter(
		`This node has no operation "${name}" for the resource "${resource}"`,
		'Choose an operation from the list. For any other call to the service use the HTTP Request node with this credential.',
	);
}
