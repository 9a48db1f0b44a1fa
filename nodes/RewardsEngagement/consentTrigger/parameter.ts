import type { IWebhookFunctions } from 'n8n-workflow';

import { InvalidParameter } from '../errors/invalidParameter';
import { isNothing, readParameter } from '../fields/readParameter';

/**
 * What the user gave for a parameter; `undefined` when nothing was entered. Only this one is evaluated.
 *
 * @param name its path, such as `options.clientId`
 * @throws {InvalidParameter} when an expression gives nothing: that is a slip, and not an empty field
 */
function read(context: IWebhookFunctions, name: string, displayName: string): unknown {
	const value = readParameter(context, { name, displayName, default: '' });
	return isNothing(value) ? undefined : value;
}

/**
 * Text, trimmed, or a whole number as text; an empty text when nothing was entered.
 *
 * @throws {InvalidParameter} for anything else
 */
export function readText(context: IWebhookFunctions, name: string, displayName: string): string {
	const value = read(context, name, displayName);
	if (value === undefined) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	throw new InvalidParameter(`"${displayName}" must be text`, `Correct "${displayName}".`);
}

/**
 * A switch, which is off when nothing was entered. Takes the words true and false, as tables give them.
 *
 * @throws {InvalidParameter} for anything else: what was meant to be on must not be taken for off
 */
export function readSwitch(context: IWebhookFunctions, name: string, displayName: string): boolean {
	const value = read(context, name, displayName) ?? false;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new InvalidParameter(`"${displayName}" must be true or false`, `Correct "${displayName}".`);
}
