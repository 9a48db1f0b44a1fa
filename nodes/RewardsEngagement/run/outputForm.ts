import type { IDataObject } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import type { RemoteOperation, Registry } from './registry';
import { withWhatWasSet } from './response';
import { withoutSensitive } from './sensitiveFields';
import { besideForm, hasForms, shorten, simplifiedFormOf } from './simplifiedForm';

/** The part of a record that an item may have, for a user or for an AI model. */
export interface OutputForm {
	/** Converts a record for an item. */
	give: (json: IDataObject) => IDataObject;
	/** Converts a request for a dry run. */
	show: (json: IDataObject) => IDataObject;
	/** Fields that a model must not get, not even in a refusal. */
	keptFromModel: readonly string[];
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
	const { response, resource } = operation;
	if (isForModel && values.fullResponse === true && hasForms(response) && values.output !== 'raw')
		throw holdsMore();
	const asIs = (json: IDataObject) => json;
	const secret = () => [...sensitive, ...(resources[resource]?.keptFromModels ?? [])];
	// If the workflow's owner cannot choose a form, a model gets `[hidden]` for sensitive values.
	if (isForModel && !hasForms(response)) {
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
