import type { IDataObject } from 'n8n-workflow';

import type { Payment } from '../declare/operation';
import type { Fields, Labels, RecordLabel } from '../fields/field';
import type { ParameterReader } from '../fields/reader';
import { Decimal } from '../shared/decimal';
import { listed } from '../shared/listed';
import { yieldToEventLoop } from '../shared/yieldToEventLoop';

/** The parts of an item that describe its payment. */
interface Paying {
	readonly operation: { readonly payment?: Payment; readonly parameters?: Fields };
	readonly values: Readonly<Record<string, unknown>>;
	/** The labels of the records that it names, by field. */
	readonly names: Labels;
}

/**
 * A result that starts with the member, the amount, and the balance before and afterwards. The fields of the service
 * follow unchanged.
 */
export function withPayment(
	payment: Payment,
	{ values, names }: Omit<Paying, 'operation'>,
	json: IDataObject,
): IDataObject {
	const { holder, balance = '' } = payment;
	const { amount } = values;
	const money = { amount, previousBalance: balanceBefore(payment, amount, json), newBalance: json[balance] };
	const who = { [holder]: json[holder] ?? values[holder] };
	return { ...personFirst(names[holder], money, who), ...json };
}

/** The balance before an award or a deduction. `undefined` if the response leaves a doubt. */
function balanceBefore(
	{ kind, balance: field = '' }: Payment,
	amount: unknown,
	{ [field]: after, ...json }: IDataObject,
): number | undefined {
	// The service does not say whose balance follows a transfer.
	if (kind === 'transfer' || typeof after !== 'number' || (json.amount ?? amount) !== amount)
		return undefined;
	const isWhole = Number.isSafeInteger(after) && Number.isSafeInteger(amount);
	const before = isWhole ? after - (amount as number) : difference(after, amount);
	// The service does not explain a `balance` beside `newBalance`.
	return json.balance === undefined || json.balance === before ? before : undefined;
}

/** With every digit of fractions. */
function difference(one: number, other: unknown): number | undefined {
	const [whole, part] = [Decimal.of(one), Decimal.of(other)];
	return whole && part && Number(String(whole.minus(part)));
}

/** The person and the amount, for an item without a result. Name, email and amount come first, as in a result. */
export function personAndAmount(job: Paying): IDataObject {
	const { payment } = job.operation;
	const money = payment && { amount: job.values.amount };
	return personFirst(job.names[payment?.holder ?? 'serviceId'], money, whoOf(job));
}

/** Starts with the name and email of the person. Without a name, it starts with the IDs. */
function personFirst(label: RecordLabel | undefined, money: object = {}, who: object = {}): IDataObject {
	const fields: Record<string, unknown> = label?.name
		? { name: label.name, email: label.email, ...money, ...who }
		: { ...who, ...money };
	const given: IDataObject = {};
	for (const name in fields) {
		const value = fields[name];
		if (value !== undefined && value !== '') given[name] = value as string;
	}
	return given;
}

/**
 * What to look for in the service to see whether a payment was made, such as "+100 Stars for Chen". `undefined` for
 * other requests.
 */
export function traceOf({ operation: { payment }, values, names }: Paying): string | undefined {
	const amount = Decimal.of(values.amount);
	if (!payment || !amount) return undefined;
	const { holder, currency } = payment;
	const moved = `${grouped(amount)} ${currencyName(values[currency], names[currency]?.name)}`;
	const nameIn = (...fields: string[]) => {
		const shown = fields.flatMap((field) => [names[field]?.name, names[field]?.email, values[field]]);
		return String(shown.find((one) => one !== undefined && one !== ''));
	};
	if (payment.kind === 'transfer')
		return `a transfer of ${moved} from ${nameIn(holder, 'fromValue')} to ${nameIn('recipientId', 'toValue')}`;
	return `${Number(values.amount) > 0 ? '+' : ''}${moved} for ${nameIn(holder, 'value')}`;
}

/** The values that say whose balance a payment changes, or which records another request names. */
export function whoOf({ operation: { payment, parameters = {} }, values }: Paying): Record<string, unknown> {
	const who: Record<string, unknown> = {};
	for (const [name, { property }] of Object.entries(parameters)) {
		const isWho = payment
			? name !== 'amount' && name !== payment.currency
			: property.type === 'resourceLocator';
		if (isWho && values[name] !== undefined) who[name] = values[name];
	}
	return who;
}

/** What a payment does, before it is done and afterwards. */
const PAST = { award: 'awarded', deduct: 'deducted', transfer: 'transferred' };

/** The payments of one kind. */
interface Kind {
	count: number;
	/** The amounts by the name of the currency. */
	totals: Map<string, Decimal>;
	/** Whose balances a dry run would change. */
	holders: Set<string>;
	/** Whether the holders are members. Otherwise they are people who have not joined. */
	isOfMembers: boolean;
}

/** The amounts that items have moved, or would move. */
export class PaymentSum {
	private readonly kinds = new Map<keyof typeof PAST, Kind>();

	add({ operation: { payment }, values, names }: Paying, holder = ''): void {
		const amount = Decimal.of(values.amount);
		if (!payment || !amount) return;
		const name = payment.kind === 'transfer' ? 'transfer' : Number(values.amount) > 0 ? 'award' : 'deduct';
		const isOfMembers = payment.holder === 'serviceId';
		const kind = this.kinds.get(name) ?? {
			count: 0,
			totals: new Map<string, Decimal>(),
			holders: new Set<string>(),
			isOfMembers,
		};
		const currency = currencyName(values[payment.currency], names[payment.currency]?.name);
		kind.count++;
		kind.totals.set(currency, kind.totals.get(currency)?.plus(amount.size) ?? amount.size);
		kind.holders.add(holder);
		this.kinds.set(name, kind);
	}

	/** Such as "5 awarded, 1,500 Stars in total". */
	get done(): string[] {
		const words = ([name, kind]: [keyof typeof PAST, Kind]) =>
			`${grouped(kind.count)} ${PAST[name]}, ${amountsOf(kind)} in total`;
		return [...this.kinds].map(words);
	}

	/** Such as "award 1,500 Stars to 5 members". */
	get plan(): string[] {
		return [...this.kinds].map(([name, kind]) => {
			const { size } = kind.holders;
			const whose = kind.isOfMembers ? counted(size, 'member') : counted(size, 'person', 'people');
			const ways = { award: `to ${whose}`, deduct: `from ${whose}` };
			return `${name} ${amountsOf(kind)} ${name === 'transfer' ? `in ${counted(kind.count, name)}` : ways[name]}`;
		});
	}
}

function amountsOf({ totals }: Kind): string {
	const [first = '', ...others] = [...totals].map(([currency, sum]) => `${grouped(sum)} ${currency}`);
	return others.length === 0 ? first : listed([first, ...others]);
}

/** Such as "one member" and "1,500 members". */
function counted(count: number, one: string, several = `${one}s`): string {
	return count === 1 ? `one ${one}` : `${grouped(count)} ${several}`;
}

/** How many items make the same payment to a member whom no expression names. 0 with keys of the user. */
export async function countEqual(
	{ operation, parameters }: Pick<Paying, 'operation'> & { parameters: ParameterReader },
	jobs: ReadonlyArray<Pick<Paying, 'values'>>,
): Promise<number> {
	const { payment, parameters: fields = {} } = operation;
	const names = Object.keys(fields).filter((name) => name !== 'amount' && name !== payment?.currency);
	if (!payment || !parameters.isFixed(...names) || parameters.written('repeatProtection') === 'key') return 0;
	const counts = new Map<string, number>();
	let most = 0;
	for (const { values } of jobs) {
		await yieldToEventLoop();
		const same = JSON.stringify(values);
		counts.set(same, (counts.get(same) ?? 0) + 1);
		most = Math.max(most, counts.get(same) ?? 0);
	}
	return most;
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
