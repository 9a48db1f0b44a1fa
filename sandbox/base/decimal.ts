import Big from 'big.js';

import { badRequest } from './errors';

/** A JSON number can tell apart all decimals with this many digits. */
const DIGITS = 15;

/** Whether a JSON number can represent a decimal exactly. */
export function isExact(value: Big): boolean {
	if (value.abs().gt(Number.MAX_SAFE_INTEGER)) return false;
	// The digits of a fraction do not include its leading zeros.
	return value.c.length <= DIGITS || isWhole(value);
}

const isWhole = (value: Big) => value.round(0, Big.roundDown).eq(value);

/** Whether a value is a positive number that represents its decimal exactly. */
export function isAmount(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value) && value > 0 && isExact(Big(value));
}

/**
 * Converts a decimal to a JSON number.
 *
 * @throws {ServiceError} 400 when no number represents it exactly, because it has too many digits before or after the
 * point
 */
export function exactly(value: Big): number {
	if (isExact(value)) return value.toNumber();
	const isLarge = value.abs().gt(Number.MAX_SAFE_INTEGER);
	throw badRequest(isLarge ? 'The amount is too large.' : 'The amount has too many digits.');
}

/** @throws {ServiceError} 400 for an amount that does not represent its decimal exactly */
export const checkExact = (amount: number): void => void exactly(Big(amount));

/** The sum of numbers, each read as its written decimal: 0.1 and 0.2 are 0.3. */
export const sumOf = (values: Iterable<Big | number>): Big =>
	[...values].reduce<Big>((sum, value) => sum.plus(value), Big(0));

/** The sum of the values of each name. */
export function sumsOf(values: Iterable<readonly [name: string, value: number]>): Map<string, Big> {
	const sums = new Map<string, Big>();
	for (const [name, value] of values) sums.set(name, (sums.get(name) ?? Big(0)).plus(value));
	return sums;
}

/** The product of two numbers, each read as its written decimal. */
export const product = (one: number, other: number): Big => Big(one).times(other);
