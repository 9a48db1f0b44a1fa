import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { Client } from '../api/client';
import { POLICIES } from '../api/retry';
import type { RunOptions } from '../declare/options';
import type { RegisteredOperation, Registry } from '../declare/registry';
import { toProblem, unsentProblem, UNSENT } from '../errors';
import type { Field } from '../fields/field';
import { PlainExpressions } from '../fields/plainExpression';
import { ParameterReader } from '../fields/reader';
import { LongWait } from '../host/longWait';
import { isTool } from '../host/otherNodes';
import { twinOf } from '../host/row';
import { hasTwin } from '../once/journals';
import { TriggerEventResolver } from '../once/origin';
import { RunKeys, type Claimed, type PlacedItem } from '../once/runKeys';
import { keyText } from '../shared/characters';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';
import { giveHints } from './hints';
import { withoutSharedKeys } from './itemKey';
import type { AnyJob, Draft, Job, LocalJob, Run, Unit } from './job';
import { skip, withWhatToCheck } from './keyedResult';
import { checkLimits, returnUnmoved } from './limits';
import { countEqual, PaymentSum, whoOf } from './payment';
import { parametersReader, readDraft, toJob } from './readItem';
import { lookUpNames, withIds } from './recordNames';
import { Results, type Result } from './results';
import { sendUnit, type End } from './send';
import { unitsOf, windowsOf, type Window } from './windows';

/**
 * Runs the node's operation for every input item and returns the results, in the order of the items. If items need a
 * pause of the execution, it returns none, and n8n runs the node again after the pause.
 *
 * @throws the error of a run that a failed item stops
 */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
): Promise<INodeExecutionData[]> {
	const longWait = new LongWait(context);
	const results = new Results(context, longWait.ended);
	const run = await open(context, registry, results, longWait).catch((thrown: unknown) => ({ thrown }));
	if ('thrown' in run) await results.failAll(toProblem(run.thrown, UNSENT));
	else await runAll(run);
	const items = await results.inOrder();
	if (!longWait.isPausing) return items;
	await longWait.begin(results.ended);
	return [];
}

/** How many reads are prepared before the first of them is sent, and how many such slices may be sent at a time. */
const READS_AT_A_TIME = 100;
const SLICES_AT_A_TIME = 4;

/** The way of all items, step by step. If a failure stops the run, the next steps have nothing to do. */
async function runAll(run: Run): Promise<void> {
	const count = run.context.getInputData().length;
	// Reads have nothing to check beforehand. They start while later items are still being read.
	const size = areReads(run) ? READS_AT_A_TIME : Math.max(1, count);
	const sending: Array<Promise<void>> = [];
	if (mayRepeat(run)) await run.keys.begin();
	try {
		for (let begin = 0; begin < count; begin += size) {
			await sending.at(-SLICES_AT_A_TIME);
			const drafts = await readItems(run, begin, Math.min(begin + size, count));
			await lookUpNames(run, drafts);
			const jobs = await prepareAll(run, drafts);
			const fresh = withoutRemembered(run, jobs);
			const allowed = await checkLimits(run, fresh);
			const sent = sendAll(run, allowed);
			// It is awaited later, and Node.js ends the process for a rejection without a handler.
			sent.catch(() => undefined);
			sending.push(sent);
		}
	} finally {
		await Promise.all(sending);
		await returnUnmoved(run);
		run.keys.close();
		const { summary } = run.results;
		Object.assign(summary, { items: count, isOfAnyEvent: run.events.isAnyOf });
		giveHints(run);
	}
}

/** Whether the gate alone decides how many requests are under way, and none changes anything. */
function areReads({ operation, parameters }: Run): boolean {
	if ('run' in operation || operation.effect !== 'read' || operation.isHeavy) return false;
	return (parameters.written('options') as RunOptions | undefined)?.concurrency === undefined;
}

/** Reads and checks the parameters of items. A wrong item fails here. */
async function readItems(run: Run, begin: number, end: number): Promise<Array<Draft | LocalJob>> {
	const { results } = run;
	const drafts: Array<Draft | LocalJob> = [];
	for (let itemIndex = begin; itemIndex < end && results.goesOn; itemIndex++) {
		if (itemIndex > 0) await yieldToEventLoop();
		try {
			drafts.push(readDraft(run, itemIndex));
		} catch (thrown) {
			await failUnprepared(run, itemIndex, thrown);
		}
	}
	return drafts;
}

/** Whether a repeat of an item would act a second time. */
function mayRepeat({ operation }: Run): boolean {
	return 'effect' in operation && operation.effect === 'once';
}

/** Ends an item that cannot be prepared. In a retry, an earlier attempt may have sent it all the same. */
async function failUnprepared(run: Run, itemIndex: number, thrown: unknown): Promise<void> {
	const { keys, results } = run;
	const earlier = mayRepeat(run) ? await keys.earlier(itemIndex) : undefined;
	if (!earlier) return results.fail(itemIndex, toProblem(thrown, UNSENT));
	results.add(itemIndex, 'problem' in earlier ? earlier : skip(run, undefined, '', earlier.first));
}

/** Sends jobs in windows. */
async function sendAll(run: Run, jobs: readonly AnyJob[]): Promise<void> {
	const units = await unitsOf(jobs);
	for await (const window of windowsOf(units, run.keys)) {
		if (run.results.goesOn) await sendWindow(run, window);
	}
}

/** Makes the requests and keys of all items, in order, because equal items are numbered. */
async function prepareAll(run: Run, drafts: ReadonlyArray<Draft | LocalJob>): Promise<AnyJob[]> {
	const { results } = run;
	const twin = mayRepeat(run) ? twinOf(run.context) : undefined;
	if (twin !== undefined) {
		await results.failAll(hasTwin(run.context.getNode().name, twin, 'Nothing was sent.'));
		return [];
	}
	const jobs: AnyJob[] = [];
	for (const draft of drafts) {
		if (!results.goesOn) return [];
		if (jobs.length > 0) await yieldToEventLoop();
		try {
			jobs.push(draft.client ? toJob(run, draft, withIds(run, draft)) : draft);
		} catch (thrown) {
			await failUnprepared(run, draft.itemIndex, thrown);
		}
	}
	if (jobs.length < 2) return jobs;
	results.summary.equalPayments = await countEqual(run, jobs);
	return await withoutSharedKeys(run, jobs);
}

/** Leaves out the items that an earlier try by n8n's *Retry On Fail*, or an earlier attempt, has finished. */
function withoutRemembered(run: Run, jobs: readonly AnyJob[]): AnyJob[] {
	const { results } = run.results.memory;
	return jobs.filter((job) => {
		const result = results.get(job.itemIndex);
		if (result) count(run, job, result);
		else if (job.key?.isDone) record(run, job, skip(run, job, job.key.key, run.keys.firstOf(job.key)));
		return !result && !job.key?.isDone;
	});
}

/** Claims the keys of a window with one write, sends its units, and records the outcomes with one write. */
async function sendWindow(run: Run, window: Window): Promise<void> {
	/** Jobs that have claimed their key, and have no outcome yet. */
	const claims = new Map<AnyJob, PlacedItem>();
	const ended = new Set<AnyJob>();
	const { units, keys } = window;
	const left = keys.size === 0 ? units : await claimKeys(run, units, claims);
	await sendInPool(run, left, window, (job, result) => {
		if (ended.has(job)) return;
		ended.add(job);
		const key = claims.get(job);
		claims.delete(job);
		const isFailed = 'problem' in result;
		record(run, job, isFailed ? { problem: withWhatToCheck(run, job, result.problem, key) } : result);
		const outcome = 'problem' in result ? result.problem.told.outcome : 'applied';
		if (outcome !== 'notApplied') run.moved.add(job.itemIndex);
		if (key) run.keys.end(key, outcome, 'contents' in result ? result.contents[0]?.json : {});
	});
	for (const key of claims.values()) run.keys.end(key, 'notApplied');
	await run.keys.settle();
}

/**
 * Claims the keys of units. An item whose key says that it must not be sent ends here.
 *
 * @param claims gets the jobs that may be sent
 * @returns the units of these jobs
 */
async function claimKeys(run: Run, units: readonly Unit[], claims: Map<AnyJob, PlacedItem>): Promise<Unit[]> {
	const jobs = units.flat();
	const found = await run.keys.claim(jobs.map(({ key }) => key as PlacedItem));
	for (const [index, job] of jobs.entries()) {
		const claim = found[index] as Claimed;
		const key = job.key as PlacedItem;
		if ('problem' in claim) record(run, job, claim);
		else if (claim.state === 'mine') claims.set(job, key);
		else record(run, job, skip(run, job, key.key, claim.first));
	}
	return units.flatMap((unit) => {
		const [first, ...others] = unit.filter((job) => claims.has(job));
		return first ? [[first, ...others]] : [];
	});
}

/** Sends several units at a time. Updates of one record keep their order, so that the last item's values remain. */
async function sendInPool(
	run: Run,
	units: readonly Unit[],
	{ width, isOfUpdates }: Window,
	end: End,
): Promise<void> {
	const updates = new Map<string, Promise<void>>();
	const send = async (unit: Unit, before?: Promise<void>) => {
		await before;
		if (!run.results.goesOn) return;
		try {
			await sendUnit(run, unit, end);
		} catch (thrown) {
			// A response that the code cannot handle, such as one that is too deep. It must not end the other items.
			const problem = toProblem(thrown, unit[0].client?.progress ?? UNSENT);
			for (const job of unit) end(job, { problem });
		}
	};
	const left = units.values();
	const work = async () => {
		for (const unit of left) {
			// Many responses may have come at once, and each starts a request of the next item.
			if (units.length > 1) await yieldToEventLoop();
			const record = isOfUpdates ? recordOf(unit[0] as Job) : '';
			const sent = send(unit, updates.get(record));
			if (record !== '') updates.set(record, sent);
			await sent;
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, units.length) }, work));
}

/** The record that a request updates. The text is the same for all spellings of its ID. */
function recordOf({ request }: Job): string {
	return keyText(`${request.path.text} ${JSON.stringify(request.query)}`).toLowerCase();
}

/** Records the result of a job, for the output and for another try. */
function record(run: Run, job: AnyJob, result: Result): void {
	const isRemembered = !job.client || job.isOnce || job.key !== undefined || looksFailed(result);
	const mayBeSent = 'problem' in result && result.problem.told.outcome === 'notApplied';
	// An operation that sends nothing may have changed n8n's store before it failed.
	if (isRemembered && (!job.client || !mayBeSent)) run.results.memory.results.set(job.itemIndex, result);
	run.results.add(job.itemIndex, result);
	count(run, job, result);
}

/** Whether n8n's *Retry On Fail* would take the result for a failure (n8n-core, `workflow-execute.js`). */
function looksFailed(result: Result): boolean {
	const error = 'contents' in result ? result.contents[0]?.json.error : undefined;
	return error !== undefined && error !== null && error !== false;
}

/** Counts a job for the hints. */
function count({ results: { summary } }: Run, job: AnyJob, result: Result): void {
	if (!job.client || 'problem' in result) return;
	if (!result.note) summary.payments?.add(job);
	if (result.note !== 'dryRun') return;
	summary.dryRuns++;
	if (!job.operation.payment) return;
	summary.planned ??= new PaymentSum();
	summary.planned.add(job, JSON.stringify(whoOf(job)));
}

/**
 * Reads the credential once, for all requests of the run.
 *
 * @throws {Problem} or n8n's error, for example if the credential cannot be read
 */
async function open(
	context: IExecuteFunctions,
	registry: Registry,
	results: Results,
	longWait: LongWait,
): Promise<Run> {
	const client = await Client.open(context, POLICIES.unattended, () => results.checkGoesOn());
	await refuseOtherCredential(context, client);
	const isOfAgent = isTool(context.getNode());
	const parameters = new ParameterReader(context, {
		credential: client.connection,
		// The expressions of a tool refer to the items of another node.
		plain: isOfAgent ? undefined : new PlainExpressions(context),
		timezone: () => context.getTimezone(),
		isTool: isOfAgent,
	});
	const operation = operationOf(parameters, registry);
	return {
		context,
		registry,
		client,
		parameters,
		operation,
		read: parametersReader(parameters, operation),
		keys: new RunKeys(context, isOfAgent),
		events: new TriggerEventResolver(context),
		results,
		longWait,
		reads: new Map(),
		lists: new Map(),
		counted: new Map(),
		moved: new Set(),
		sharedRequests: 0,
		isTool: isOfAgent,
	};
}

/** A choice that decides which parameters there are, and so which limits apply. */
function choiceOf(displayName: string): Field<unknown> {
	const property = { displayName, type: 'options', default: '' } as const;
	return { property, schema: z.unknown(), isGuard: true, isFixed: true };
}

/** @throws {Problem} if the node has no operation of that name */
function operationOf(parameters: ParameterReader, registry: Registry): RegisteredOperation {
	const resource = String(parameters.field('resource', choiceOf('Resource')));
	const name = String(parameters.field('operation', choiceOf('Operation')));
	const operation = registry.find({ resource, name });
	if (operation) return operation;
	throw unsentProblem(
		`This node has no operation "${name}" for the resource "${resource}"`,
		'Choose an operation from the list. For a call without an operation, use Request → Send.',
	);
}

/**
 * Refuses a run whose first and last item have different credentials, because all requests of a run use that of the
 * first. n8n reads a credential from its database each time, so not every item is compared.
 *
 * @throws {Problem} naming the last item
 * @throws n8n's error for a failed expression
 */
async function refuseOtherCredential(context: IExecuteFunctions, { connection }: Client): Promise<void> {
	const last = context.getInputData().length - 1;
	if (last < 1) return;
	const other = await context.getCredentials('rewardsEngagementApi', last);
	if (JSON.stringify(other) === JSON.stringify(connection.credential.data)) return;
	throw unsentProblem(
		`Not sent: the credential has different values for item ${last} and item 0`,
		'An expression in the credential depends on the item. Enter the Realm ID in the node for each item. Or put a Loop Over Items node with a batch size of 1 before this node.',
	);
}
