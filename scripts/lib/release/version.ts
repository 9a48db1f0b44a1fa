import { UsageError } from '../command';

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const STEPS = ['major', 'minor', 'patch'];

/**
 * The version that follows `current`.
 *
 * @param wanted `major`, `minor`, `patch`, or the version itself, which must be later
 */
export function nextVersion(current: string, wanted: string): string {
	const numbers = numbersOf(current);
	const step = STEPS.indexOf(wanted);
	if (step !== -1)
		return numbers
			.map((number, index) => (index < step ? number : index === step ? number + 1 : 0))
			.join('.');
	if (!VERSION.test(wanted))
		throw new UsageError(
			`The version must be major, minor, patch or a number such as 1.2.3, and is "${wanted}".`,
		);
	const difference = numbersOf(wanted).map((number, index) => number - (numbers[index] ?? 0));
	if ((difference.find((by) => by !== 0) ?? 0) <= 0)
		throw new UsageError(`${wanted} is not later than ${current}, the version in package.json.`);
	return wanted;
}

function numbersOf(version: string): number[] {
	return VERSION.exec(version)?.slice(1).map(Number) ?? [0, 0, 0];
}
