import type { IDataObject } from 'n8n-workflow';

import type { Random } from '../harness/random';
import { by } from './paymentStoryChance';
import type { Shape } from './paymentStoryWorkflow';

/** The second node pays this much more, if its payments must differ from those of the first. */
export const EXTRA = 100;

/** A person corrects an amount by this much, so that the ledger still shows which payment it was. */
export const CORRECTION = 1_000;

const AMOUNTS = [7, 8] as const;

/** A wanted payment. */
export interface Wish {
	to: string;
	amount: number;
	/** The user's own key. */
	key?: string;
	/** Only a dry run is wanted. */
	isDry?: true;
}

/** The input of one start of the workflow: lists, each from one delivery of an event. */
export type Input = ReadonlyArray<{ eventId?: string; list: readonly Wish[] }>;

/** Payments that the ledger cannot tell apart, or those with one key. */
export const groupOf = ({ to, amount, key }: Wish) => key ?? `${to} ${amount}`;

/** The prefix of the second node's groups, when they differ from the first node's. */
export const FEE = 'Fee ';

/** A list with some equal wishes. Among those with one key, some ask for something else. */
export function wishes(random: Random, origin: Shape['origin'], recipients: readonly string[]): Wish[] {
	const { chance } = by(random);
	const some = () => Array.from({ length: 1 + random.below(3) });
	if (origin !== 'key')
		return recipients.flatMap((to) => some().map(() => ({ to, amount: AMOUNTS[chance(0.8) ? 0 : 1] })));
	return Array.from({ length: 1 + random.below(4) }, (_, index) => index + 1).flatMap((number) => {
		const to = random.pick(recipients as [string, ...string[]]);
		const usual = { to, amount: number * 10, key: `order ${number}` };
		return some().map(() => (chance(0.2) ? { ...usual, amount: number * 10 + 1 } : usual));
	});
}

/** The list with a dry run of some wishes, each at another place. */
export function withDryRuns(random: Random, list: readonly Wish[]): Wish[] {
	const { chance, shuffled } = by(random);
	const dry = list.filter(() => chance(0.4)).map((wish) => ({ ...wish, isDry: true as const }));
	return chance(0.5) ? [...dry, ...list] : shuffled([...dry, ...list]);
}

/** The group of a movement in the ledger. */
export function groupOfMoved(origin: Shape['origin'], to: string, amountMoved: number): string {
	const moved = amountMoved % CORRECTION;
	const isFee = moved > EXTRA;
	const amount = isFee ? moved - EXTRA : moved;
	const key = origin === 'key' ? `order ${Math.floor(amount / 10)}` : undefined;
	return (isFee ? FEE : '') + groupOf({ to, amount, key });
}

/** The number of wanted payments by group: one per key. */
export function wantedOf(
	input: Input,
	{ origin, hasFee, extra }: Pick<Shape, 'origin' | 'hasFee'> & { extra: number },
): Map<string, number> {
	const wanted = new Map<string, number>();
	const payers = ['', ...(hasFee ? [extra > 0 ? FEE : ''] : [])];
	for (const { list } of input) {
		const groups = list.filter(({ isDry }) => !isDry).map(groupOf);
		for (const group of origin === 'key' ? new Set(groups) : groups)
			for (const payer of payers) wanted.set(payer + group, (wanted.get(payer + group) ?? 0) + 1);
	}
	return wanted;
}

/** A part of the input in another order. @param twice the share of events that appear twice */
export function partOf(random: Random, whole: Input, twice: number): Input {
	const { chance, shuffled } = by(random);
	const dropped = random.pick([0, 0.15, 0.5]);
	const parts = whole.flatMap((delivery) => (chance(twice) ? [delivery, delivery] : [delivery]));
	return shuffled(parts)
		.filter(() => parts.length === 1 || chance(0.8))
		.map(({ eventId, list }) => ({ eventId, list: shuffled(list).filter(() => !chance(dropped)) }))
		.filter(({ list }) => list.length > 0);
}

/** The whole input, in another order. */
export function reordered(random: Random, whole: Input): Input {
	const { shuffled } = by(random);
	return shuffled(whole).map(({ eventId, list }) => ({ eventId, list: shuffled(list) }));
}

/**
 * The input items of the workflow. Each delivery writes the same values in another form, and has data that does not
 * matter for the payment: for whom, and when.
 */
export function written(
	random: Random,
	input: Input,
	initiators: readonly [string, ...string[]],
	more: IDataObject,
): IDataObject[] {
	const { chance } = by(random);
	return input.map(({ eventId, list }) => ({
		...(eventId !== undefined && { eventId, type: 'quest.completed' }),
		list: list.map((wish) => ({
			...more,
			// Emails are compared as the service compares them, which is not the subject here.
			to: !wish.to.includes('@') && chance(0.2) ? wish.to.toUpperCase() : wish.to,
			amount: chance(0.3) ? String(wish.amount) : wish.amount,
			key: wish.key,
			isDry: wish.isDry === true,
			group: groupOf(wish),
			initiator: random.pick(initiators),
			at: random.below(1000),
		})),
	}));
}

/** As text. */
export const listed = (input: Input) =>
	input
		.map(({ eventId = '', list }) => {
			const all = list.map(({ to, amount, key = '' }) => `${key} ${to} ${amount}`.trim());
			return `${eventId}[${all.join(', ')}]`;
		})
		.join(' ');
