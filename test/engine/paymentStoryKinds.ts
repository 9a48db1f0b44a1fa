import type { Random } from '../harness/random';

/**
 * What a story may contain besides failures of the service, of n8n's store and of the process. Each kind was added for
 * a way to pay twice or to drop a payment.
 */
export const KINDS = [
	/** A look-up of a member fails once. */
	'failingLookUps',
	/** An email belongs to another member from some moment on. */
	'movingNames',
	/** A person corrects the paying node before a manual retry. */
	'changedParameters',
	/** A person stops an execution. n8n then keeps the data that the execution had at its start. */
	'stopped',
	/** n8n saves the data of the execution after each node. */
	'progress',
	/** After a crash, n8n writes an artificial item for each node that ran. */
	'amended',
	/** The paying node is the tool of an agent, and the agent fails between two calls. */
	'tools',
	/** Dry runs of some items between the payments. */
	'dryRuns',
	/** A person confirms the key of a request that was paid. */
	'confirms',
	/** A person releases the key of an unpaid request, and the key is used again. */
	'releases',
	/** A person retries a retry that ended before its node had recorded anything, after n8n lost earlier data. */
	'forgottenRetries',
] as const;

export type Kind = (typeof KINDS)[number];

/** A kind that a story may have, by chance. */
export class Kinds {
	/** @param possible by default none */
	constructor(private readonly possible: readonly Kind[] = []) {}

	has(kind: Kind): boolean {
		return this.possible.includes(kind);
	}

	/** Draws from the source only if the kind is possible. So the stories without it stay the same. */
	draw(kind: Kind, random: Random, share: number): boolean {
		return this.has(kind) && random.below(1000) < share * 1000;
	}
}
