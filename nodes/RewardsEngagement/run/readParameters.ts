import { z } from 'zod';

import { unsentProblem } from '../errors';
import type { Field, Fields } from '../fields/field';
import type { Read } from '../fields/expressionReader';
import type { ParameterReader } from '../fields/parameterReader';
import { holdsExpression, isLocator } from '../fields/given';
import { realmId } from '../fields/realm';
import type { LocalOperation, Operation } from './operation';
import { optionFields, type RunOptions } from './options';

type AnyOperation = Operation | LocalOperation;

/** The parameters of one item, read and checked. */
export interface Parameters {
	/** A member of a collection that the user did not add is missing, so that it is not sent. */
	values: Record<string, unknown>;
	options: RunOptions;
	/** For a payment: the labels of records chosen from lists, by parameter. */
	names: Readonly<Record<string, string>>;
}

/** Readers of all parameters of an operation. */
interface Form {
	topLevel: ReadonlyArray<readonly [string, Read<unknown>]>;
	additional: Read<Readonly<Record<string, unknown>>>;
	update: Read<Readonly<Record<string, unknown>>>;
	options: Read<Readonly<Record<string, unknown>>>;
	names: Readonly<Record<string, string>>;
}

/** The addition to a name in a list, such as an email or "default". */
const DETAIL = / \([^()]*\)$/;

/** The choices that decide which other parameters there are. */
const CHOICES = { resource: choiceOf('Resource'), operation: choiceOf('Operation') };

function choiceOf(displayName: string): Field<unknown> {
	return { property: { displayName, type: 'options', default: '' }, schema: z.unknown() };
}

/** An operation's top-level parameters in the order of the panel, including the realm. */
export function topLevelFields({ parameters, realm = realmId }: AnyOperation): Fields {
	return realm ? { ...parameters, realmId: realm } : parameters;
}

export function optionsOf(operation: AnyOperation): Fields {
	if ('run' in operation) return operation.options ?? {};
	if (operation.isOffline) return {};
	const { effect, perform, spends, bulk, usualTimeoutSeconds } = operation;
	return optionFields({
		effect,
		isPlain: perform === undefined,
		isSpending: spends !== undefined,
		isBulk: bulk !== undefined,
		usualTimeoutSeconds,
	});
}

/** Reads the parameters of the items of one run. */
export class OperationReader {
	private readonly forms = new Map<AnyOperation, Form>();

	constructor(private readonly reader: ParameterReader) {}

	/** @throws {Problem} when it is an expression that gave nothing */
	choice(name: keyof typeof CHOICES, itemIndex: number): unknown {
		return this.reader.field(name, CHOICES[name], itemIndex);
	}

	/**
	 * Reads and checks every parameter of an operation for one item.
	 *
	 * @throws {Problem} naming the field and what is wrong with it
	 * @throws n8n's error for a failed expression
	 */
	read(operation: AnyOperation, itemIndex: number): Parameters {
		const form = this.forms.get(operation) ?? this.formOf(operation);
		this.forms.set(operation, form);
		const values: Record<string, unknown> = {};
		for (const [name, read] of form.topLevel) values[name] = read(itemIndex);
		const additional = form.additional(itemIndex);
		const update = form.update(itemIndex);
		if (operation.updateFields && Object.keys(update).length === 0) {
			throw unsentProblem(
				'There is nothing to update',
				'Add at least one field under "Update Fields". Nothing was sent.',
			);
		}
		const options = form.options(itemIndex);
		return { values: Object.assign(values, additional, update), options, names: form.names };
	}

	private formOf(operation: AnyOperation): Form {
		const { additionalFields = {}, updateFields = {} } = operation;
		return {
			topLevel: Object.entries(topLevelFields(operation)).map(
				([name, field]) => [name, this.reader.ofField(name, field)] as const,
			),
			additional: this.reader.ofCollection({
				name: 'additionalFields',
				displayName: 'Additional Fields',
				fields: additionalFields,
			}),
			update: this.reader.ofCollection({
				name: 'updateFields',
				displayName: 'Update Fields',
				fields: updateFields,
			}),
			options: this.reader.ofCollection({
				name: 'options',
				displayName: 'Options',
				fields: optionsOf(operation),
			}),
			names: 'payment' in operation && operation.payment ? this.namesIn(operation.parameters) : {},
		};
	}

	/** The names of records chosen from lists, such as "Ada" of "Ada (ada@example.com)". */
	private namesIn(fields: Fields): Record<string, string> {
		const named = Object.entries(fields).flatMap(([parameter, { property }]) => {
			if (property.type !== 'resourceLocator') return [];
			const written = this.reader.written(parameter, '');
			const name = isLocator(written) && !holdsExpression(written) && written.cachedResultName;
			return typeof name === 'string' ? [[parameter, name.replace(DETAIL, '')] as const] : [];
		});
		return Object.fromEntries(named);
	}
}
