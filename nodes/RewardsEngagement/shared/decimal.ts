/** A number as JSON, tables and JavaScript write it. */
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Longer texts are padded, or too large for an amount. */
const MAX_CHARACTERS = 400;

/** A decimal number with all its digits. JavaScript's numbers have only 15, and cannot add 0.1 and 0.2. */
export class Decimal {
	static readonly ZERO = new Decimal(0n, 0);

	/** The number is `units`, divided by 10 to the power of `places`. */
	private constructor(
		private readonly units: bigint,
		private readonly places: number,
	) {}

	/** @returns `undefined` for a value that is not a finite number, or is too long to be an amount */
	static of(value: unknown): Decimal | undefined {
		if (!['string', 'number', 'bigint'].includes(typeof value)) return undefined;
		const text = String(value).trim();
		const [, sign, whole = '', fraction = '', exponent = '0'] =
			text.length > MAX_CHARACTERS ? [] : (NUMBER.exec(text) ?? []);
		if (sign === undefined) return undefined;
		const digits = BigInt(`${sign}${whole}${fraction}`);
		const places = fraction.length - Number(exponent);
		return places < 0 ? new Decimal(digits * 10n ** BigInt(-places), 0) : new Decimal(digits, places);
	}

	/** The number without its sign. */
	get size(): Decimal {
		return this.units < 0n ? new Decimal(-this.units, this.places) : this;
	}

	plus(other: Decimal): Decimal {
		const places = Math.max(this.places, other.places);
		return new Decimal(this.unitsAt(places) + other.unitsAt(places), places);
	}

	minus(other: Decimal): Decimal {
		return this.plus(new Decimal(-other.units, other.places));
	}

	times(other: Decimal): Decimal {
		return new Decimal(this.units * other.units, this.places + other.places);
	}

	isAbove(other: Decimal): boolean {
		const places = Math.max(this.places, other.places);
		return this.unitsAt(places) > other.unitsAt(places);
	}

	/** With every digit, and without zeros at the end: `-12.5`, never `1e21`. */
	toString(): string {
		const sign = this.units < 0n ? '-' : '';
		const digits = String(this.size.units).padStart(this.places + 1, '0');
		const whole = digits.slice(0, digits.length - this.places);
		const fraction = digits.slice(whole.length).replace(/0+$/, '');
		return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
	}

	private unitsAt(places: number): bigint {
		return this.units * 10n ** BigInt(places - this.places);
	}
}
