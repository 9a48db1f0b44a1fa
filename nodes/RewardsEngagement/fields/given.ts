import { isExpression } from 'n8n-workflow';

import { unsentProblem, type Problem } from '../errors';
import { isRecord } from '../shared/json';
import type { Field } from './field';

/** Whether a parameter, as the user wrote it, is an expression or contains one. */
export function holdsExpression(written: unknown): boolean {
	if (isLocator(written)) return isExpression(written.value) || isExpression(written.mode);
	if (typeof written === 'object' && written !== null) return Object.values(written).some(holdsExpression);
	return isExpression(written);
}

/** Whether it cannot be meant as a value. */
export function isNothing(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null || Number.isNaN(value);
}

/** The value. For a resource locator, the value in it. */
export function plainValue(value: unknown): unknown {
	return isLocator(value) ? value.value : value;
}

/** The value. A resource locator stays as it is if its mode decides the meaning of the value. */
export function meantValue({ byMode = {} }: Pick<Field<unknown>, 'byMode'>, value: unknown): unknown {
	return isLocator(value) && Object.hasOwn(byMode, String(value.mode)) ? value : plainValue(value);
}

/** A parameter's name in messages, and how the user leaves it out, if that is possible. */
export interface Told {
	displayName: string;
	leaveOut?: 'clear' | 'remove';
}

/**
 * The value of a parameter.
 *
 * @param given the parameter with resolved expressions
 * @param where end of the message, such as " for this item"
 * @throws {Problem} when an expression in it gave nothing
 */
export function givenValue(told: Told, written: unknown, given: unknown, where: string): unknown {
	if (hasGap(written, given)) throw gaveNoValue(told, where);
	return given;
}

/** The error for an expression that gave nothing. */
export function gaveNoValue({ displayName, leaveOut }: Told, where: string): Problem {
	const advice = leaveOut
		? `Correct the expression, or ${leaveOut} "${displayName}" to leave it out.`
		: 'Correct the expression, so that it has a value.';
	return unsentProblem(
		`"${displayName}" is an expression that returned no value${where}`,
		`${advice} Nothing was sent.`,
	);
}

/**
 * The members of a collection. They are not checked yet.
 *
 * @throws {Problem} when it is not an object
 */
export function membersIn(displayName: string, given: unknown): Readonly<Record<string, unknown>> {
	if (isRecord(given)) return given;
	throw unsentProblem(
		`"${displayName}" must be an object of fields`,
		`Correct "${displayName}". Nothing was sent.`,
	);
}

/** Whether an expression gave nothing, or a list with an empty entry. */
function hasGap(written: unknown, given: unknown): boolean {
	if (isExpression(written)) {
		const value = plainValue(given);
		return isNothing(value) || (Array.isArray(value) && value.some(isNothing));
	}
	if (typeof written !== 'object' || written === null) return false;
	const parts = isLocator(written) ? { value: written.value, mode: written.mode } : written;
	const values = (given ?? {}) as Record<string, unknown>;
	return Object.entries(parts).some(([key, part]) => hasGap(part, values[key]));
}

/** A resource locator, as n8n stores it. */
interface Locator {
	__rl: unknown;
	value?: unknown;
	mode?: unknown;
	/** The name of the chosen record in the list. */
	cachedResultName?: unknown;
}

export function isLocator(value: unknown): value is Locator {
	return isRecord(value) && '__rl' in value;
}
