import type { Random } from '../harness/random';
import type { Watch } from './paymentStoryFront';
import { store } from './processedValues';

/** More steps than most executions have: writes to n8n's store and requests, each before and after. */
const MOST_STEPS = 24;

/** How long n8n's store fails, in milliseconds: for one write, for some of its retries, or for all of them. */
const OUTAGES = [1, 200, 700] as const;

const KINDS = ['none', 'none', 'death', 'cancel', 'store', 'storeOnce'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Failures of an execution besides those of the service. At one of its steps its process dies, or a person cancels
 * it. Or n8n's store fails before or after it writes.
 */
export class Troubles implements Watch {
	static readonly KINDS = KINDS;

	isDead = false;

	/** Whether a person cancelled it. */
	isCancelled = false;

	/** Whether anything has happened that can make an outcome unknown. */
	hasStruck = false;

	private steps = 0;

	private isOver = false;

	private readonly at: number;

	private readonly outage: number;

	private die = () => {};

	/** Resolves when the process dies. */
	readonly death: Promise<'died'>;

	private timer?: NodeJS.Timeout;

	/** @param rows the start of the names of the store's rows that the execution uses */
	constructor(
		random: Random,
		readonly kind: Kind,
		private readonly rows: string,
		private readonly running: AbortController,
	) {
		this.at = random.below(MOST_STEPS);
		this.outage = random.pick(OUTAGES);
		this.death = new Promise((resolve) => (this.die = () => resolve('died')));
		store.wait = async (row) => await this.write(row);
		store.written = async (row) => await this.write(row);
	}

	/** Saved data cannot be lost. */
	saved(): void {
		this.isOver = true;
	}

	end(): void {
		this.isOver = true;
		clearTimeout(this.timer);
		delete store.wait;
		delete store.written;
		delete store.failure;
	}

	/** A request that arrives, or has been processed. */
	step(): void {
		if (this.isNow() && (this.kind === 'death' || this.kind === 'cancel')) this.strike();
	}

	private async write(row: string): Promise<void> {
		if (!row.startsWith(this.rows)) return;
		if (this.isNow()) this.strike();
		// A process that died never continues.
		if (this.isDead) await new Promise<void>(() => {});
	}

	private isNow(): boolean {
		return !this.isOver && this.steps++ === this.at;
	}

	/** @throws the error of the store */
	private strike(): void {
		if (this.kind === 'none') return;
		this.hasStruck = true;
		if (this.kind === 'death') {
			this.isDead = true;
			this.running.abort();
			this.die();
		} else if (this.kind === 'cancel') {
			this.isCancelled = true;
			this.running.abort();
		} else {
			const failure = new Error('the database is locked');
			if (this.kind === 'store') {
				store.failure = failure;
				this.timer = setTimeout(() => delete store.failure, this.outage);
			}
			throw failure;
		}
	}
}
