import { doneIn, isDone, type Told } from './paymentStoryTold';
import type { Leg, Paid } from './paymentStoryWorld';

const count = (paid: Paid, group: string) => paid.get(group) ?? 0;
const sum = (paid: Paid) => [...paid.values()].reduce((all, one) => all + one, 0);

/** The report of a leg must match the ledger, except for unknown outcomes. */
export function falseReports({ own, end, problems, before, after }: Leg): string[] {
	if (end === 'died' || end === 'cancelled') return [];
	const found = end === 'whole' ? [...problems] : [];
	for (const group of new Set([...after.keys(), ...own.map((one) => one.group)])) {
		const of = (what: Told['what']) => own.filter((one) => one.group === group && one.what === what).length;
		const moved = count(after, group) - count(before, group);
		const most = end === 'whole' ? of('applied') + of('unknown') : Infinity;
		if (moved < of('applied') || moved > most)
			found.push(
				`${group}: ${of('applied')} are reported as applied and ${of('unknown')} as unknown, and ${moved} were moved`,
			);
	}
	return found;
}

/** The error that stops an execution says how many items were paid before it, and whether there may be more. */
export function falseStop({ own, end, error, before, after }: Leg): string[] {
	if (end !== 'stopped') return [];
	const text = `${error?.message} ${error?.description}`;
	const [, other] = /(One|\d+) other items? (?:was|were) applied/.exec(text) ?? [];
	const inRun = other === undefined ? 0 : other === 'One' ? 1 : Number(other);
	const said = inRun + own.filter(({ what }) => what === 'applied').length;
	const isInDoubt = own.some(({ what }) => what === 'unknown') || /may have|unknown/.test(text);
	const moved = sum(after) - sum(before);
	const isFalse = moved < said || (moved > said && !isInDoubt);
	return isFalse ? [`it says that ${said} were paid, and ${moved} were: ${text}`] : [];
}

/** An execution never reports "done" for more items than the ledger has. */
export function tooMuchSaid({ all, after }: Leg, isByKey: boolean, before: Paid): string[] {
	return [...doneIn(all, isByKey)].flatMap(([group, done]) => {
		const paid = count(after, group) - count(before, group);
		return done > paid ? [`${group}: ${done} are said to be done, and ${paid} are`] : [];
	});
}

/** No payment occurs more often than wanted. */
export function tooMuchPaid(paid: Paid, wanted: Paid): string[] {
	return [...paid].flatMap(([group, times]) =>
		times > count(wanted, group) ? [`${group} was paid ${times} times of ${count(wanted, group)}`] : [],
	);
}

/** Everything is paid, unless a leg that ended reports it as open or not done. */
export function tooLittlePaid(paid: Paid, wanted: Paid, told: readonly Told[]): string[] {
	return [...wanted].flatMap(([group, times]) => {
		const isLeft = told.some((one) => one.group === group && !isDone(one) && one.what !== 'dry');
		const own = count(paid, group);
		return own < times && !isLeft ? [`${group} was paid ${own} times of ${times}, and nothing is open`] : [];
	});
}

/**
 * An item that is skipped as done asks for a payment that the ledger has.
 *
 * @param confirmed groups that need not hold. A process died while it looked whether a key was used for another
 * request. n8n's store cannot be read without writing, so from then on the key is open for both requests. A person
 * confirms a key, and not a request.
 */
export function falselySkipped({ own, exactly }: Leg, confirmed: ReadonlySet<string>): string[] {
	return own
		.filter(({ what, asked }) => what === 'skipped' && !exactly.has(asked.toLowerCase()))
		.filter(({ group }) => !confirmed.has(group))
		.map(({ asked, group }) => `${asked} of ${group} is skipped as done, and the ledger has no such payment`);
}
