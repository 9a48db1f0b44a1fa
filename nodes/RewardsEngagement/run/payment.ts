import type { IDataObject } from 'n8n-workflow';

import type { Payment } from '../declare/operation';
import { Decimal } from '../shared/decimal';
import { listed } from '../shared/listed';

/** The parts of an item that describe its payment. */
interface Paying {
	readonly operation: { readonly payment?: Payment };
	readonly values: Readonly<Record<string, unknown>>;
	/** The labels of the records that it names, by field. */
	readonly names: Readonly<Record<string, string>>;
}

/**
 * A result that starts with the member, the amount, and the balance afterwards. The fields of the service follow
 * unchanged.
 */
export function withPayment(
	{ operation: { payment }, values, names }: Paying,
	json: IDataObject,
): IDataObject {
	if (!payment) return json;
	const { holder, balance = '' } = payment;
	const start = {
		[holder]: json[holder] ?? values[holder],
		amount: values.amount,
		newBalance: json[balance],
		name: names[holder],
	};
	const known = Object.entries(start).filter(([, value]) => value !== undefined && value !== '');
	return { ...Object.fromEntries(known), ...json } as IDataObject;
}

/** The amounts that the items of a run have moved. */
export class PaymentSummary {
	/** By verb and currency. */
	private readonly moved = new Map<string, Map<string, { count: number; sum: Decimal }>>();

	/** Counts a job that was applied. */
	add({ operation: { payment }, values, names }: Paying): void {
		const amount = Decimal.of(values.amount);
		if (!payment || !amount) return;
		const change = amount.isAbove(Decimal.ZERO) ? 'awarded' : 'deducted';
		const verb = payment.kind === 'transfer' ? 'transferred' : change;
		const currency = currencyName(values[payment.currency], names[payment.currency]);
		const sums = this.moved.get(verb) ?? new Map<string, { count: number; sum: Decimal }>();
		const { count, sum } = sums.get(currency) ?? { count: 0, sum: Decimal.ZERO };
		sums.set(currency, { count: count + 1, sum: sum.plus(amount.size) });
		this.moved.set(verb, sums);
	}

	/** Such as "5 awarded, 1,500 Stars in total". */
	get words(): string[] {
		return [...this.moved].flatMap(([verb, sums]) => {
			const count = [...sums.values()].reduce((all, one) => all + one.count, 0);
			const totals = [...sums].map(([currency, { sum }]) => `${grouped(sum)} ${currency}`);
			return [`${grouped(count)} ${verb}`, `${listed(totals)} in total`];
		});
	}
}

/**
 * The word after an amount, such as "Stars".
 *
 * @param name the label in the panel's list, such as "⭐ Stars"
 */
export function currencyName(id: unknown, name = ''): string {
	const plain = name.replace(/^[^\p{L}\p{N}]+ /u, '');
	if (plain !== '') return plain;
	return typeof id === 'string' && id !== '' ? `of currency ${id}` : 'of the default currency';
}

/** A number with thousands separators. */
function grouped(number: number | Decimal): string {
	const [whole = '', ...fraction] = String(number).split('.');
	return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}
