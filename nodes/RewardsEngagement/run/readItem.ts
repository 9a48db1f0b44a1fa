import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Client } from '../api/client';
import { POLICIES, type RetryPolicy } from '../api/retry';
import { type LocalOperation, type Operation, topLevelFields } from '../declare/operation';
import { optionsOf, type RunOptions } from '../declare/options';
import type { RegisteredOperation, Registry, RemoteOperation } from '../declare/registry';
import { withWhatWasSet } from '../declare/response';
import { besideForm, shorten, simplifiedFormOf } from '../declare/resultForm';
import { type Problem, unsentProblem } from '../errors';
import type { Field, Fields } from '../fields/field';
import type { ParameterReader, Read } from '../fields/reader';
import { holdsExpression, isLocator } from '../fields/value';
import type { RunKeys } from '../idempotency/runKeys';
import type { TriggerEventResolver } from '../idempotency/triggerEventResolver';
import type { RunSummary } from './hints';
import { keyedItem } from './itemKey';
import type { Draft, Job, LocalJob, OutputForm } from './job';
import type { RecordNames } from './recordNames';
import { withoutSensitive } from './withoutSensitive';

/** The parameters of one item, read and checked. */
interface Parameters {
	/** A member of a collection that the user did not add is missing, so that it is not sent. */
	values: Record<string, unknown>;
	options: RunOptions;
	/** For a payment: the labels of records chosen from lists, by parameter. */
	names: Readonly<Record<string, string>>;
}

/** An operation, and what reads the parameters of its items. */
interface Chosen {
	operation: RegisteredOperation;
	read: Read<Parameters>;
}

/** Everything that the items of a run share. */
export interface Run {
	context: IExecuteFunctions;
	registry: Registry;
	client: Client;
	parameters: ParameterReader;
	/** The operations of its items, by resource and name. */
	chosen: Map<string, Chosen>;
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
	const { operation, read } = choose(run, itemIndex);
	const { values, options, names } = read(itemIndex);
	if ('run' in operation) return { itemIndex, operation, values: { ...values, ...options } };
	const { summary, isTool } = run;
	summary.isOfPayments ||= operation.payment !== undefined;
	const client = run.client.with(retryPolicyOf(options, operation), values.realmId as string | undefined);
	// The list of members shows email addresses, which a model must not see.
	return { itemIndex, operation, values, options, client, names: isTool ? {} : names };
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
		of: (name) => parameters.written(name),
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
export function choose({ parameters, registry, chosen }: Run, itemIndex: number): Chosen {
	const resource = String(parameters.field('resource', CHOICES.resource, itemIndex));
	const name = String(parameters.field('operation', CHOICES.operation, itemIndex));
	const known = chosen.get(`${resource}.${name}`);
	if (known) return known;
	const operation = registry.find({ resource, name });
	if (!operation) {
		throw unsentProblem(
			`This node has no operation "${name}" for the resource "${resource}"`,
			'Choose an operation from the list. For a call without an operation, use Request → Send.',
		);
	}
	const found = { operation, read: parametersReader(parameters, operation) };
	chosen.set(`${resource}.${name}`, found);
	return found;
}

/** The addition to a name in a list, such as an email or "default". */
const DETAIL = / \([^()]*\)$/;

/** The choices that decide which other parameters there are, and so which limits apply. */
const CHOICES = { resource: choiceOf('Resource'), operation: choiceOf('Operation') };

function choiceOf(displayName: string): Field<unknown> {
	return { property: { displayName, type: 'options', default: '' }, schema: z.unknown(), isGuard: true };
}

/**
 * A function that reads and checks every parameter of an operation for one item.
 *
 * It throws {@link Problem}, which names the field and what is wrong with it, or n8n's error for a failed expression.
 */
export function parametersReader(
	reader: ParameterReader,
	operation: Operation | LocalOperation,
): Read<Parameters> {
	const { additionalFields = {}, updateFields } = operation;
	const topLevel = Object.entries(topLevelFields(operation)).map(
		([name, field]) => [name, reader.ofField(name, field)] as const,
	);
	const collection = (name: string, displayName: string, fields: Fields) =>
		reader.ofCollection({ name, displayName, fields });
	const readAdditional = collection('additionalFields', 'Additional Fields', additionalFields);
	const readUpdate = collection('updateFields', 'Update Fields', updateFields ?? {});
	const readOptions = collection('options', 'Options', optionsOf(operation));
	const names = 'payment' in operation && operation.payment ? namesIn(reader, operation.parameters) : {};
	return (itemIndex) => {
		const values: Record<string, unknown> = {};
		for (const [name, read] of topLevel) values[name] = read(itemIndex);
		const additional = readAdditional(itemIndex);
		const update = readUpdate(itemIndex);
		if (updateFields && Object.keys(update).length === 0) {
			throw unsentProblem(
				'There is nothing to update',
				'Add at least one field under "Update Fields". Nothing was sent.',
			);
		}
		return { values: Object.assign(values, additional, update), options: readOptions(itemIndex), names };
	};
}

/** The names of records chosen from lists, such as "Ada" of "Ada (ada@example.com)". */
function namesIn(reader: ParameterReader, fields: Fields): Record<string, string> {
	const named = Object.entries(fields).flatMap(([parameter, { property }]) => {
		if (property.type !== 'resourceLocator') return [];
		const written = reader.written(parameter);
		const name = isLocator(written) && !holdsExpression(written) && written.cachedResultName;
		return typeof name === 'string' ? [[parameter, name.replace(DETAIL, '')] as const] : [];
	});
	return Object.fromEntries(named);
}

/**
 * @param isForModel whether an AI agent runs the node
 * @throws {Problem} for a full response with fields that the owner of the workflow keeps from the model
 */
export function outputFormOf(
	{ resources, sensitive }: Registry,
	operation: RemoteOperation,
	values: Readonly<Record<string, unknown>>,
	isForModel: boolean,
): OutputForm {
	const { response, resource, parameters } = operation;
	const asIs = (json: IDataObject) => json;
	const isChosen = 'simplify' in parameters;
	if (!isForModel && !isChosen) {
		return { give: (json) => withWhatWasSet(response, json, values), show: asIs, keptFromModel: [] };
	}
	if (isForModel && isChosen && values.fullResponse === true && values.output !== 'raw') throw holdsMore();
	const secret = () => [...sensitive, ...(resources[resource]?.keptFromModels ?? [])];
	// If the workflow's owner cannot choose a form, a model gets `[hidden]` for sensitive values.
	if (!isChosen) {
		const keptFromModel = secret();
		const hide = (json: IDataObject) => withoutSensitive(json, keptFromModel) as IDataObject;
		return { give: hide, show: hide, keptFromModel };
	}
	const form = simplifiedFormOf(operation, values, isForModel);
	const keptFromModel = form?.isStrict ? [...secret(), ...besideForm(response, form)] : [];
	const give = (json: IDataObject) =>
		isForModel ? shorten(json, form) : withWhatWasSet(response, shorten(json, form), values);
	return { give, show: asIs, keptFromModel };
}

function holdsMore(): Problem {
	return unsentProblem(
		'"Full Response" returns fields that "Output" hides from the model',
		'Set "Output" to Raw, or remove "Full Response" from "Additional Fields". Nothing was sent.',
	);
}
