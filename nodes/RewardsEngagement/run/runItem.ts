import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { addressOf } from '../api/http';
import type { Client } from '../api/client';
import type { Effect, OperationRequest } from '../api/request';
import { UNATTENDED, type RetryPolicy } from '../api/retryPolicy';
import { InvalidParameter } from '../errors/invalidParameter';
import { beforeSending, staged, UNSENT } from '../errors/stage';
import { breathe } from '../shared/breathe';
import { bulkPartOf, type BulkPart } from './bulkPart';
import { dryRunItem } from './dryRun';
import { Tally } from './hints';
import type { GuardedItem, MoneyGuards } from './moneyGuards';
import type { RunOptions } from './options';
import { checkOwnedOptions } from './ownedOptions';
import type { EventSource } from '../idempotency/eventSource';
import type { KeyedResult, PlacedItem, RunKeys } from '../idempotency/runKeys';
import type { ReadCache } from './readCache';
import type { Call, ItemContent, LocalOperation, Merge, Operation } from './operation';
import { anything, bare, toJsonItems } from './response';
import type { RetryMemory } from './retryMemory';
import type { ParameterReader } from './readParameters';
import type { Preview } from './previewItems';
import { keyedItem } from './repeatProtection';
import { sensitiveNames, withoutSensitive } from './sensitiveFields';
import { besideForm, hasForms, shorten, shortFormOf, type ShortForm } from './shortForm';
import type { RegisteredOperation, Registry } from './registry';
import { askingWith } from './spending';

/** Requests of one run that may be on their way, unless the user or the service's pace say fewer. */
const MAX_CONCURRENT = 32;

/** Of what asks nothing of the service. Events that are claimed together share one read and one write of n8n's store. */
const MAX_LOCAL = 500;

/** What the items of one run share. */
export interface Run {
	context: IExecuteFunctions;
	registry: Registry;
	client: Client;
	parameters: ParameterReader;
	readCache: ReadCache;
	keys: RunKeys;
	/** Where n8n tries a failed run again. */
	retryMemory?: RetryMemory<ItemContent[]>;
	/** What started the execution. */
	events: EventSource;
	/** What its items may move. */
	guards: MoneyGuards;
	/** What would happen to the items of a dry run under their keys, by index. */
	previews: Map<number, Preview>;
	/** What its items have come to. */
	tally: Tally;
	/** What was asked of the service to know what items would move, by question. */
	prices: Map<string, Promise<unknown>>;
	/** Of the node. */
	nodeId: string;
	/** Whether an AI agent runs the node. */
	isTool: boolean;
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
	/** The record that the request changes; the same for every way to write its ID. */
	record: string;
	/** Where it may share a request with others. */
	merging?: Merging;
	/** Where it goes out with others. */
	bulk?: BulkPart;
	/** What it would move or spend, where it is to be held against a limit. */
	guarded?: GuardedItem;
	/** The key that it is sent under, if any. Nothing for what an earlier try of the run did. */
	keyed?: PlacedItem;
	/** Whether it is shown and not sent. */
	isDryRun: boolean;
	/** Fields that an AI model must not be handed, not even in what a refusal holds. */
	keptFromModel: readonly string[];
	/** Does it. */
	perform: () => Promise<ItemContent[]>;
}

export interface Merging {
	operation: Operation;
	merge: Merge<Record<string, unknown>>;
	group: string;
	values: Record<string, unknown>;
	client: Client;
	form: ShortForm | undefined;
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
	if (isOnce(operation)) checkOwnedOptions(run.parameters.written('options', {}), run.isTool);
	const { values, options } = run.parameters.read(operation, itemIndex);
	if ('run' in operation) return prepareLocal(run, itemIndex, operation, { ...values, ...options });
	const client = run.client.with(patienceOf(options, operation), values.realmId as string | undefined);
	operation.checkWritten?.(values, {
		of: (name) => run.parameters.written(name, ''),
		partsOf: (name) => run.parameters.partsOf(name, itemIndex),
		isTool: run.isTool,
	});
	const request = operation.request(values);
	const { effect } = request.policy;
	const { perform: own } = operation;
	const isWhole = values.fullResponse === true;
	if (run.isTool && isWhole) checkWhole(operation, values);
	const form = shortFormOf(operation.response, values, run.isTool);
	const isGuarded = run.isTool && !hasForms(operation.response);
	const secret = isGuarded ? namesToHide(run, operation) : [];
	const give = (json: IDataObject) =>
		isGuarded ? (withoutSensitive(json, secret) as IDataObject) : shorten(json, form);
	const wish = isOnce(operation) ? keyedItem(run, itemIndex, request, values.realmId) : undefined;
	const keyed = wish && run.keys.place(wish);
	const bulk = bulkPartOf(operation, request, values, options, client, keyed);
	const call = { context, client, values, request };
	const send = async () =>
		await staged(client.progress, async () => {
			const contents = bulk
				? await bulk.send()
				: own
					? await own(call)
					: await sendAndGive(operation, call, isWhole);
			return await eachGiven(contents, give);
		});
	// Whatever the effect: of a request that a person writes, each of its methods has this option.
	const isDryRun = options.dryRun === true;
	if (operation.certainty === 'inferred' && !isDryRun) run.tally.inferred.add(fullName(run, operation));
	const show = async () =>
		await staged(client.progress, async () => {
			const shown = shownIn(run, itemIndex, client, operation, values, request, bulk);
			const json = { ...shown, ...client.shown(await operation.preview?.(call)) };
			return noted([{ json: withoutSensitive(json, secret) as IDataObject }]);
		});
	const work = isDryRun ? show : send;
	const sendOnce =
		effect === 'once' || keyed ? onceOf(run, itemIndex, isDryRun ? undefined : keyed, client, work) : work;
	const perform = async () => {
		if (effect !== 'read' || own || isDryRun || options.cacheReads === false) return await sendOnce();
		const { method, body, listing } = request;
		const asked = [method, addressOf(client.connection, request), body, isWhole, listing?.most, form?.names];
		return await run.readCache.get(JSON.stringify(asked), send);
	};
	return {
		itemIndex,
		effect,
		repeat: isDryRun ? 'harmless' : keyed ? 'skipped' : effect === 'once' ? 'doubled' : 'harmless',
		most: options.concurrency ?? (effect === 'once' || operation.isHeavy ? 1 : MAX_CONCURRENT),
		room: () => (options.concurrency === undefined ? client.capacity : Infinity),
		paused: client.paused,
		record: `${request.path.text} ${JSON.stringify(request.query)}`.toLowerCase(),
		merging: isWhole ? undefined : mergingOf(operation, options, values, client, form),
		bulk,
		guarded: guardedOf(run, itemIndex, operation, values, options, client, keyed),
		keyed: run.retryMemory?.knows(itemIndex) ? undefined : keyed,
		isDryRun,
		keptFromModel: isGuarded ? secret : keptBeside(run, operation, form),
		perform: async () => await staged(client.progress, perform),
	};
}

/**
 * A full response has no form, and may be asked for by the model.
 *
 * @throws {InvalidParameter} where it would hand the model what its owner keeps from it
 */
function checkWhole({ response }: Operation, { output }: Record<string, unknown>): void {
	if (!hasForms(response) || output === 'raw') return;
	throw new InvalidParameter(
		'"Full Response" holds fields that "Output" keeps from the model',
		'Set "Output" to Raw, or take "Full Response" out of "Additional Fields". Nothing was sent.',
	);
}

/** What a model reads as `[hidden]`, where nobody chooses what it is handed. */
function namesToHide({ registry: { resources } }: Run, { resource }: RegisteredOperation): string[] {
	return [...sensitiveNames(resources), ...(resources[resource]?.keptFromModels ?? [])];
}

/** The same where a form says what it is handed. */
function keptBeside(
	run: Run,
	operation: RegisteredOperation & Operation,
	form: ShortForm | undefined,
): string[] {
	if (!form?.isStrict) return [];
	return [...namesToHide(run, operation), ...besideForm(operation.response, form)];
}

/** Another try of n8n's "Retry On Fail" gives again what came of the item. */
function prepareLocal(
	{ context, client, retryMemory }: Run,
	itemIndex: number,
	operation: LocalOperation,
	values: Record<string, unknown>,
): Prepared {
	const { connection } = client;
	const work = async () => await operation.run({ context, itemIndex, values, connection });
	const perform = async () =>
		await staged(UNSENT, async () => (retryMemory ? await retryMemory.once(itemIndex, work) : await work()));
	const most = operation.isParallel ? MAX_LOCAL : 1;
	const room = { most, room: () => most, paused: new Promise<void>(() => {}) };
	const isDryRun = false;
	return {
		itemIndex,
		effect: 'once',
		repeat: 'harmless',
		...room,
		record: '',
		isDryRun,
		keptFromModel: [],
		perform,
	};
}

/** Sends what a repeat would double, unless an earlier try of the run did, or a run before it under the same key. */
function onceOf(
	{ keys, retryMemory, guards, tally }: Run,
	itemIndex: number,
	keyed: PlacedItem | undefined,
	{ progress }: Client,
	sendNow: () => Promise<ItemContent[]>,
): () => Promise<ItemContent[]> {
	const send = guards.watched(itemIndex, sendNow);
	if (retryMemory?.knows(itemIndex)) return async () => await retryMemory.once(itemIndex, send);
	const perform = async () =>
		await staged(progress, async () =>
			keyed
				? withSkipped(tally, await keys.once(keyed, send, (contents) => contents[0]?.json ?? {}))
				: await send(),
		);
	return async () => (retryMemory ? await retryMemory.once(itemIndex, perform) : await perform());
}

/** What of an item is held against the limits. What an earlier try of the run did is not done again: it counts already. */
function guardedOf(
	{ retryMemory, prices }: Run,
	itemIndex: number,
	{ spends, effect }: Operation,
	values: Record<string, unknown>,
	{ maximumAmount, maximumTotal, dryRun }: RunOptions,
	client: Client,
	keyed: PlacedItem | undefined,
): GuardedItem | undefined {
	if (effect !== 'once' || !spends || retryMemory?.knows(itemIndex)) return undefined;
	const realmId = typeof values.realmId === 'string' ? values.realmId : client.connection.realmId;
	const ask = askingWith(client, prices);
	const spending = async () => await staged(client.progress, async () => await spends(values, ask));
	return { itemIndex, realmId, maximumAmount, maximumTotal, isDryRun: dryRun === true, keyed, spending };
}

/** What an item gives that was done before. `firstRun` tells by whom, and what came of it where that is known. */
function withSkipped(tally: Tally, result: KeyedResult<ItemContent[]>): ItemContent[] {
	if (!result.wasDone) return result.result;
	const { key, first } = result;
	tally.skipped(first?.runIndex);
	const firstRun = first ? { execution: 'this', ...first } : { execution: 'earlier' };
	const who = first ? 'Another item of this execution' : 'An earlier run';
	const kept = first?.json ? '' : '; its result was not kept';
	const reason = `${who} did this under the same key, so nothing was sent now${kept}`;
	return noted([{ json: { skipped: true, idempotencyKey: key, reason, firstRun } }]);
}

/** Notes that nothing was sent for a result. */
function noted(contents: ItemContent[]): ItemContent[] {
	Tally.unsent.add(contents);
	return contents;
}

function shownIn(
	{ previews, tally }: Run,
	itemIndex: number,
	client: Client,
	{ parameters, additionalFields = {}, updateFields = {} }: Operation,
	values: Record<string, unknown>,
	request: OperationRequest,
	bulk: BulkPart | undefined,
): IDataObject {
	// Throws for an address that nothing can be sent to.
	addressOf(client.connection, request);
	const fields = Object.entries({ ...parameters, ...additionalFields, ...updateFields });
	const secret = fields
		.filter(([, { property }]) => property.typeOptions?.password)
		.map(([name]) => values[name]);
	tally.dryRuns++;
	const hidden = new Set(secret.filter((value) => value !== undefined));
	return client.shown(dryRunItem(request, hidden, previews.get(itemIndex), bulk?.wouldShare));
}

/** As the panel shows it. */
function fullName({ registry }: Run, { resource, displayName }: RegisteredOperation): string {
	return `${registry.resources[resource]?.name ?? resource} → ${displayName}`;
}

function isOnce(operation: RegisteredOperation): boolean {
	return !('run' in operation) && operation.effect === 'once';
}

function mergingOf(
	operation: Operation,
	options: RunOptions,
	values: Record<string, unknown>,
	client: Client,
	form: ShortForm | undefined,
): Merging | undefined {
	const { merge } = operation;
	const group = options.combineSearches === false ? undefined : merge?.group(values);
	if (!merge || group === undefined) return undefined;
	// One request has one patience.
	return { operation, merge, group: `${group} ${JSON.stringify(options)}`, values, client, form };
}

function patienceOf(options: RunOptions, { usualTimeoutSeconds }: Operation): RetryPolicy {
	const { concurrency, retries, maximumWaitSeconds, maximumTotalWaitSeconds, timeoutSeconds } = options;
	return {
		isLimited: true,
		concurrency,
		attempts: retries === undefined ? UNATTENDED.attempts : retries + 1,
		// Who gives a number means it.
		isPatientInCrowd: retries === undefined,
		maximumWait: milliseconds(maximumWaitSeconds) ?? UNATTENDED.maximumWait,
		maximumTotalWait: milliseconds(maximumTotalWaitSeconds) ?? UNATTENDED.maximumTotalWait,
		timeout: milliseconds(timeoutSeconds ?? usualTimeoutSeconds) ?? UNATTENDED.timeout,
	};
}

function milliseconds(seconds: number | undefined): number | undefined {
	return seconds === undefined ? undefined : seconds * 1000;
}

/** Sends the request and gives its answer; of a list as many records as are wanted, or the pages that hold them. */
async function sendAndGive(
	operation: Operation,
	{ client, values, request }: Call<Record<string, unknown>>,
	isWhole: boolean,
): Promise<ItemContent[]> {
	const shape = isWhole ? bare(anything) : operation.response;
	// A read that is answered with nothing found nothing.
	const isNone = (body: unknown) => body === undefined && operation.effect === 'read';
	const toItems = (body: unknown) =>
		isNone(body) ? [] : toJsonItems(shape, body, values).map((json) => ({ json }));
	if (operation.response.kind !== 'list') return toItems((await client.send(request)).body);
	const contents: ItemContent[] = [];
	for await (const body of client.pages(request)) for (const content of toItems(body)) contents.push(content);
	return isWhole ? contents : contents.slice(0, request.listing?.most);
}

/** The same contents with their JSON as it is to be given. One item may have asked for a long list. */
async function eachGiven(
	contents: readonly ItemContent[],
	give: (json: IDataObject) => IDataObject,
): Promise<ItemContent[]> {
	const given: ItemContent[] = [];
	for (const content of contents) {
		await breathe();
		given.push({ ...content, json: give(content.json) });
	}
	return given;
}

/** @throws {InvalidParameter} when there is none of that name */
export function chosenOperation({ parameters, registry }: Run, itemIndex: number): RegisteredOperation {
	const resource = String(parameters.choice('resource', itemIndex));
	const name = String(parameters.choice('operation', itemIndex));
	const chosen = registry.find({ resource, name });
	if (chosen) return chosen;
	throw new InvalidParameter(
		`This node has no operation "${name}" for the resource "${resource}"`,
		'Choose an operation from the list. For a call that has none use Request → Send.',
	);
}
