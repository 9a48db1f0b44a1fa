import type { IDataObject } from 'n8n-workflow';

import { hideFields } from '../api/hide';
import type { OperationRequest } from '../api/request';
import { chosenPolicy } from '../api/retry';
import { type LocalOperation, type Operation, topLevelFields } from '../declare/operation';
import { arrange, withWhatWasSet } from '../declare/response';
import { besideForm, shorten, simplifiedFormOf } from '../declare/resultForm';
import { Problem, unsentProblem } from '../errors';
import type { Fields, Labels, RecordLabel } from '../fields/field';
import type { ParameterReader, Read } from '../fields/reader';
import { isLocator } from '../fields/value';
import { keyedItem } from './itemKey';
import type { Draft, Job, LocalJob, OutputForm, Parameters, Run } from './job';
import { PaymentSum } from './payment';

/**
 * Reads the values of an item. A record may still be named without its ID.
 *
 * @throws {Problem} naming what is wrong, or an error of n8n, such as that of an expression
 */
export function readDraft(run: Run, itemIndex: number): Draft | LocalJob {
	const { operation, parameters, results, isTool } = run;
	const { values, options, names } = run.read(itemIndex);
	if ('run' in operation) return { itemIndex, operation, values: { ...values, ...options } };
	operation.checkWritten?.(values, {
		of: (name) => parameters.written(name),
		partsOf: (name) => parameters.partsOf(name, itemIndex),
		isTool,
	});
	if (operation.payment) results.summary.payments ??= new PaymentSum();
	const client = run.client.with(
		chosenPolicy(options, operation.usualTimeoutSeconds),
		values.realmId as string | undefined,
	);
	// The list of members shows email addresses, which a model must not see.
	return { itemIndex, operation, values, options, client, names: isTool ? {} : names };
}

/**
 * Makes the request of an item whose records are known. Call it in the order of the items, because each takes its
 * key.
 *
 * @param asked the item as it was before records were looked up
 * @throws {Problem} naming what is wrong
 */
export function toJob(run: Run, asked: Draft, draft: Draft): Job {
	const { operation, values, options } = draft;
	const { keys, results } = run;
	const request = operation.request(values);
	const output = outputFormOf(run, draft, request);
	const isDryRun = options.dryRun === true;
	const { effect } = request.policy;
	const isOnce = effect === 'once';
	const isBulk = operation.bulk !== undefined && effect !== 'read';
	const item = operation.effect === 'once' ? keyedItem(run, asked, request) : undefined;
	const key = item && keys.place(item, isDryRun);
	results.memory.repeats.add(isDryRun ? 'harmless' : key ? 'skipped' : isOnce ? 'doubled' : 'harmless');
	const job = { ...draft, request, output, isOnce, isDryRun, isBulk };
	return isDryRun ? { ...job, shownKey: key } : { ...job, key };
}

/** The addition to a name in a list, such as an email or "default". */
const DETAIL = / \(([^()]*)\)$/;

const EMAIL = /^[^@\s]+@[^@\s]+$/;

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
	const readValues = reader.ofFields(topLevelFields(operation), {
		name: 'additionalFields',
		displayName: 'Additional Fields',
		fields: additionalFields,
	});
	const readUpdate =
		updateFields &&
		reader.ofCollection({ name: 'updateFields', displayName: 'Update Fields', fields: updateFields });
	const { options = {} } = operation;
	const readOptions = reader.ofCollection({ name: 'options', displayName: 'Options', fields: options });
	const names = 'payment' in operation && operation.payment ? namesIn(reader, operation.parameters) : {};
	return (itemIndex) => {
		const values = readValues(itemIndex);
		const update = readUpdate?.(itemIndex);
		if (update && Object.values(update).every((value) => value === undefined)) {
			throw unsentProblem(
				'There is nothing to update',
				'Add at least one field under "Update Fields". Nothing was sent.',
			);
		}
		return { values: { ...values, ...update }, options: readOptions(itemIndex), names };
	};
}

/** The labels of records chosen from lists, such as that of "Ada (ada@example.com)". */
function namesIn(reader: ParameterReader, fields: Fields): Labels {
	const names: Record<string, RecordLabel> = {};
	for (const [parameter, { property }] of Object.entries(fields)) {
		if (property.type !== 'resourceLocator') continue;
		const written = reader.written(parameter);
		const name = typeof written === 'object' && isLocator(written) ? written.cachedResultName : undefined;
		const isChosen = typeof name === 'string' && reader.isFixed(parameter);
		if (!isChosen) continue;
		const [, detail] = DETAIL.exec(name) ?? [];
		const email = detail !== undefined && EMAIL.test(detail) ? detail : undefined;
		names[parameter] = { name: name.replace(DETAIL, ''), email };
	}
	return names;
}

/**
 * @throws {Problem} for a full response with fields that the owner of the workflow keeps from the model
 */
function outputFormOf(
	{ registry: { resources, sensitive }, isTool: isForModel }: Run,
	{ operation, values }: Draft,
	{ body }: OperationRequest,
): OutputForm {
	const { response, resource, parameters } = operation;
	const asIs = (json: IDataObject) => json;
	const isChosen = 'simplify' in parameters;
	if (!isForModel && !isChosen) {
		const isAsSent = operation.payment !== undefined || values.fullResponse === true;
		const arranged = (json: IDataObject) => (isAsSent ? json : arrange(json, response));
		return { give: (json) => withWhatWasSet(response, arranged(json), body), show: asIs, keptFromModel: [] };
	}
	if (isForModel && isChosen && values.fullResponse === true && values.output !== 'raw') throw holdsMore();
	const secret = () => [...sensitive, ...(resources[resource]?.keptFromModels ?? [])];
	// If the workflow's owner cannot choose a form, a model gets `[hidden]` for sensitive values.
	if (!isChosen) {
		const keptFromModel = secret();
		const hide = (json: IDataObject) => hideFields(json, keptFromModel) as IDataObject;
		return { give: hide, show: hide, keptFromModel };
	}
	const form = simplifiedFormOf(operation, values, isForModel);
	const keptFromModel = form?.isStrict ? [...secret(), ...besideForm(response, form)] : [];
	const give = (json: IDataObject) =>
		isForModel ? shorten(json, form) : withWhatWasSet(response, shorten(json, form), body);
	return { give, show: asIs, keptFromModel };
}

function holdsMore(): Problem {
	return unsentProblem(
		'"Full Response" returns fields that "Output" hides from the model',
		'Set "Output" to Raw, or remove "Full Response" from "Additional Fields". Nothing was sent.',
	);
}

/** The problem without the fields of the response that a model must not get. */
export function hideFromModel(problem: Problem, keptFromModel: readonly string[]): Problem {
	if (keptFromModel.length === 0) return problem;
	const { told } = problem;
	return new Problem({ ...told, answer: hideFields(told.answer, keptFromModel) }, { cause: problem });
}
