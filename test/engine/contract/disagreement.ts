import type { Row } from './row';

/** The differences between two witnesses, in the order: operation, field, the contract, the other witness. */
export class Disagreements {
	readonly found: string[] = [];

	/** @param other starts each text about the other witness, such as "the node sends" */
	constructor(
		private readonly operation: string,
		private readonly row: Row,
		private readonly other: string,
	) {}

	/** Adds a difference, unless both are equal. */
	compare(field: string, contract: string, other: string): void {
		if (contract === other) return;
		this.found.push(
			`${this.operation}, ${field}: the API contract (${this.row.section}) has ${contract}, ${this.other} ${other}`,
		);
	}

	/** Adds one for each name that only one of them has. */
	compareNames(place: string, contract: Iterable<string>, other: Iterable<string>): void {
		const [ours, theirs] = [new Set(contract), new Set(other)];
		for (const name of ours) if (!theirs.has(name)) this.compare(`${place} ${name}`, 'it', 'nothing of it');
		for (const name of theirs) if (!ours.has(name)) this.compare(`${place} ${name}`, 'nothing of it', 'it');
	}
}
