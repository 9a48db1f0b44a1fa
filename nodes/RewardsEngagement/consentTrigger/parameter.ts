import type { IWebhookFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { isNothing } from '../fields/given';
import { readMember, readParameter, type ShownParameter } from '../fields/readParameter';
import { consentTriggerOptions } from './properties';

/** A parameter of this trigger: one of its own, or one of its options. Only this one is evaluated. */
export interface Wanted extends Pick<ShownParameter, 'name' | 'displayName' | 'isName'> {
	isOption?: boolean;
}

function read(context: IWebhookFunctions, { isOption, ...wanted }: Wanted): unknown {
	const shown = { ...wanted, default: '' };
	const value = isOption ? readMember(context, consentTriggerOptions, shown) : readParameter(context, shown);
	return isNothing(value) ? undefined : value;
}

/**
 * Text, trimmed, or a whole number as text; an empty text when nothing was entered.
 *
 * @throws {InvalidParameter} for anything else
 */
export function readText(context: IWebhookFunctions, wanted: Wanted): string {
	const value = read(context, wanted);
	if (value === undefined) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	throw new InvalidParameter(`"${wanted.displayName}" must be text`, `Correct "${wanted.displayName}".`);
}

/**
 * A switch, which is off when nothing was entered. Takes the words true and false, as tables give them.
 *
 * @throws {InvalidParameter} for anything else: what was meant to be on must not be taken for off
 */
export function readSwitch(context: IWebhookFunctions, wanted: Wanted): boolean {
	const value = read(context, wanted) ?? false;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	const { displayName } = wanted;
	throw new InvalidParameter(`"${displayName}" must be true or false`, `Correct "${displayName}".`);
}
