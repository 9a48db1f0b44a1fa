import type { IExecuteFunctions } from 'n8n-workflow';

import type { Client } from '../api/client';
import { POLICIES, type RetryPolicy } from '../api/retry';
import { unsentProblem } from '../errors';
import type { ParameterReader } from '../fields/parameterReader';
import type { TriggerEventResolver } from '../idempotency/triggerEventResolver';
import type { RunKeys } from '../idempotency/runKeys';
import type { RunSummary } from './hints';
import type { Draft, Job, LocalJob } from './job';
import type { Operation } from './operation';
import type { RunOptions } from './options';
import { outputFormOf } from './outputForm';
import type { OperationReader } from './readParameters';
import type { RecordNames } from './recordNames';
import type { RegisteredOperation, Registry, RemoteOperation } from './registry';
import { keyedItem } from './repeatProtection';

/** Everything that the items of a run share. */
export interface Run {
	context: IExecuteFunctions;
	registry: Registry;
	client: Client;
	parameters: ParameterReader;
	/** For the same parameters: reads those of an operation. */
	operations: OperationReader;
	keys: RunKeys;
	/** Records that items name without their ID. */
	names: RecordNames;
	/** The events that started the execution. */
	events: TriggerEventResolver;
	summary: RunSummary;
	/** ID of the node. */
	nodeId: string;
	/** Whether an AI agent runs the node. */
	isTool: boolean;
}

/**
 * Reads the values of an item. A record may still be named without its ID.
 *
 * @throws {Problem} naming what is wrong, or an error of n8n, such as that of an expression
 */
export function readDraft(run: Run, itemIndex: number): Draft | LocalJob {
	const operation = chosenOperation(run, itemIndex);
	return 'run' in operation ? localJob(run, itemIndex, operation) : draftOf(run, itemIndex, operation);
}

/**
 * Makes the request of an item whose records are known. Call it in the order of the items, because each takes its
 * key.
 *
 * @throws {Problem} naming what is wrong
 */
export function toJob(run: Run, draft: Draft): Job {
	const { itemIndex, operation, values, options } = draft;
	const { parameters, registry, keys, summary, isTool } = run;
	operation.checkWritten?.(values, {
		of: (name) => parameters.written(name, ''),
		partsOf: (name) => parameters.partsOf(name, itemIndex),
		isTool,
	});
	const request = operation.request(values);
	const output = outputFormOf(registry, operation, values, isTool);
	const isProtected = operation.effect === 'once';
	const keyed = isProtected ? keyedItem(run, itemIndex, request, values.realmId) : undefined;
	const isShown = options.dryRun === true;
	if (operation.certainty === 'inferred' && !isShown) summary.inferred.add(fullName(run, operation));
	return { ...draft, request, output, key: keyed && keys.place(keyed, isShown) };
}

function localJob({ operations }: Run, itemIndex: number, operation: LocalJob['operation']): LocalJob {
	const { values, options } = operations.read(operation, itemIndex);
	return { itemIndex, operation, values: { ...values, ...options } };
}

function draftOf(run: Run, itemIndex: number, operation: RemoteOperation): Draft {
	const { operations, summary, isTool } = run;
	summary.isOfPayments ||= operation.payment !== undefined;
	const { values, options, names } = operations.read(operation, itemIndex);
	const client = run.client.with(retryPolicyOf(options, operation), values.realmId as string | undefined);
	// The list of members shows email addresses, which a model must not see.
	return { itemIndex, operation, values, options, client, names: isTool ? {} : names };
}

/** The name in the panel. */
function fullName({ registry }: Run, { resource, displayName }: RegisteredOperation): string {
	return `${registry.resources[resource]?.name ?? resource} → ${displayName}`;
}

function retryPolicyOf(options: RunOptions, { usualTimeoutSeconds }: Operation): RetryPolicy {
	const { concurrency, retries, maximumWaitSeconds, maximumTotalWaitSeconds, timeoutSeconds } = options;
	const { unattended } = POLICIES;
	return {
		isGated: true,
		hasOptions: true,
		concurrency,
		// A user who sets the number of retries wants exactly that number.
		countsRefusals: retries !== undefined,
		maxAttempts: retries === undefined ? unattended.maxAttempts : retries + 1,
		backoffLimit: milliseconds(maximumWaitSeconds) ?? unattended.backoffLimit,
		totalWait: milliseconds(maximumTotalWaitSeconds) ?? unattended.totalWait,
		timeout: milliseconds(timeoutSeconds ?? usualTimeoutSeconds) ?? unattended.timeout,
	};
}

function milliseconds(seconds: number | undefined): number | undefined {
	return seconds === undefined ? undefined : seconds * 1000;
}

/** @throws {Problem} if the node has no operation of that name */
export function chosenOperation(
	{ operations, registry }: Pick<Run, 'operations' | 'registry'>,
	itemIndex: number,
): RegisteredOperation {
	const resource = String(operations.choice('resource', itemIndex));
	const name = String(operations.choice('operation', itemIndex));
	const chosen = registry.find({ resource, name });
	if (chosen) return chosen;
	throw unsentProblem(
		`This node has no operation "${name}" for the resource "${resource}"`,
		'Choose an operation from the list. For a call without an operation, use Request → Send.',
	);
}
