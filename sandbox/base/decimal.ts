import Big from 'big.js';

import { badRequest } from './errors';

/** Every decimal of so many digits is told apart from the next one by a JSON number. */
const DIGITS = 15;

/** Whether a JSON number holds a decimal exactly. */
export function isExact(value: Big): boolean {
	if (value.abs().gt(Number.MAX_SAFE_INTEGER)) return false;
	// The digits of a fraction come with its leading zeros cut off.
	return value.c.length <= DIGITS || isWhole(value);
}

const isWhole = (value: Big) => value.round(0, Big.roundDown).eq(value);

/** Whether something is a number above zero that was told exactly. */
export function isAmount(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value) && value > 0 && isExact(Big(value));
}

/**
 * A decimal as the JSON number that holds it.
 * @throws {ServiceError} 400 when no number holds it exactly: it has too many digits before or after the point
 */
export function exactly(value: Big): number {
	if (isExact(value)) return value.toNumber();
	const isLarge = value.abs().gt(Number.MAX_SAFE_INTEGER);
	throw badRequest(isLarge ? 'The amount is too large.' : 'The amount has too many digits.');
}

/** @throws {ServiceError} 400 for an amount that was not told exactly */
export const checkExact = (amount: number): void => void exactly(Big(amount));

/** The sum of numbers, each taken as the decimal that it is written as: 0.1 and 0.2 are 0.3. */
export const sumOf = (values: Iterable<Big | number>): Big =>
	[...values].reduce<Big>((sum, value) => sum.plus(value), Big(0));

/** Such a sum for each name. */
export function sumsOf(values: Iterable<readonly [name: string, value: number]>): Map<string, Big> {
	const sums = new Map<string, Big>();
	for (const [name, value] of values) sums.set(name, (sums.get(name) ?? Big(0)).plus(value));
	return sums;
}

/** The product of two numbers, each taken as the decimal that it is written as. */
export const product = (one: number, other: number): Big => Big(one).times(other);
