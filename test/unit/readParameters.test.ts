// Falls with nodes/RewardsEngagement/run/readItem.ts.

import type { INodeParameters } from 'n8n-workflow';

import { ParameterReader } from '../../nodes/RewardsEngagement/fields/reader';
import { locator } from '../../nodes/RewardsEngagement/fields/locator';
import { flag, id, text } from '../../nodes/RewardsEngagement/fields/text';
import { type LocalOperation, topLevelFields } from '../../nodes/RewardsEngagement/declare/operation';
import { parametersReader } from '../../nodes/RewardsEngagement/run/readItem';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { refusalOf } from '../fixtures/refusalOf';

const noText = { description: '' };
const operation = {
	parameters: { thing: id('Thing', noText) },
	additionalFields: { note: text('Note', noText) },
	options: { dryRun: flag('Dry Run', noText) },
	run: () => [],
} as unknown as LocalOperation;
const updating = { ...operation, updateFields: { name: text('Name', noText) } };

/** Reads from a node with these parameters, and reports each evaluation of an expression. */
const readerOf = (
	written: Record<string, unknown>,
	one: LocalOperation = operation,
	evaluated: string[] = [],
) => {
	const source = {
		getNode: () => ({ parameters: written as INodeParameters }),
		evaluateExpression: (expression: string, itemIndex: number) => {
			evaluated.push(`${expression} ${itemIndex}`);
			return `t${itemIndex}`;
		},
	};
	const parameters = new ParameterReader(source, { credential: { realmId: 'r1', clientId: '' } });
	return parametersReader(parameters, one);
};
const read = (written: Record<string, unknown>, one?: LocalOperation) => readerOf(written, one)(0);

it('gives all that an operation asks for, without what was not added', () => {
	expect(read({ thing: 't1' })).toEqual({ values: { thing: 't1', realmId: 'r1' }, options: {}, names: {} });
	const written = { thing: 't1', realmId: 'r2', additionalFields: { note: 'n' }, options: { dryRun: true } };
	expect(read(written)).toEqual({
		values: { thing: 't1', realmId: 'r2', note: 'n' },
		options: { dryRun: true },
		names: {},
	});
});

it('evaluates for each item what is an expression, and nothing else', () => {
	const evaluated: string[] = [];
	const written = { thing: '={{ t }}', additionalFields: { note: 'fixed' } };
	const reader = readerOf(written, operation, evaluated);
	expect([0, 1].map((itemIndex) => reader(itemIndex).values.thing)).toEqual(['t0', 't1']);
	expect(evaluated).toEqual(['{{ t }} 0', '{{ t }} 1']);
});

describe('the names of what is chosen from lists', () => {
	const to = locator('To', { ...noText, search: 'searchMembers', listPlaceholder: '', example: '' });
	const paying = { ...operation, parameters: { to, thing: id('Thing', noText) }, payment: {} };
	const namesOf = (chosen: object, one: object = paying) =>
		read({ to: { __rl: true, mode: 'list', value: 'm1', ...chosen }, thing: 't1' }, one as LocalOperation)
			.names;

	it.each([
		['Ada', 'Ada'],
		['Ada (ada@example.com)', 'Ada'],
		['Ada (Bot) (ada@example.com)', 'Ada (Bot)'],
		['⭐ Stars (default)', '⭐ Stars'],
	])('are without the detail: %s', (cachedResultName, name) =>
		expect(namesOf({ cachedResultName })).toEqual({ to: name }),
	);

	it('are those of the fields that have a list', () => {
		const chosen = { __rl: true, mode: 'list', value: 'm1', cachedResultName: 'Ada' };
		expect(read({ to: chosen, thing: chosen }, paying as unknown as LocalOperation).names).toEqual({
			to: 'Ada',
		});
	});

	it('are not known without the name, with an expression, and for what is no payment', () => {
		expect(namesOf({})).toEqual({});
		expect(namesOf({ value: '=m', cachedResultName: 'Ada' })).toEqual({});
		expect(namesOf({ cachedResultName: 'Ada' }, { ...paying, payment: undefined })).toEqual({});
	});
});

it.each([
	['additionalFields', 'Additional Fields'],
	['updateFields', 'Update Fields'],
	['options', 'Options'],
])('names the collection %s that is no object', (name, label) => {
	expect(() => read({ thing: 't1', [name]: 'text' }, updating)).toThrow(
		`"${label}" must be an object of fields`,
	);
});

it('refuses an update of nothing', () => {
	const written = { thing: 't1' };
	const { message, advice } = refusalOf(() => read(written, updating));
	expect(message).toBe('There is nothing to update');
	expect(advice).toBe('Add at least one field under "Update Fields". Nothing was sent.');
	expect(read(written).values).not.toHaveProperty('name');
	expect(read({ ...written, updateFields: { name: '' } }, updating).values).toMatchObject({ name: '' });
});

it.each<[string, Record<string, unknown>]>([
	['an option', { options: { maximumAmount: '=left' } }],
	['an unknown option', { options: { other: 5 } }],
	['an additional field', { additionalFields: { dryRun: '=left' } }],
	['a field to update', { updateFields: { name: '=left' } }],
])('ignores what is left of another operation, and does not evaluate it: %s', (_what, added) => {
	const evaluated: string[] = [];
	const { values, options } = readerOf({ thing: 't1', ...added }, operation, evaluated)(0);
	expect([values, options]).toEqual([{ thing: 't1', realmId: 'r1' }, {}]);
	expect(evaluated).toEqual([]);
});

describe('the fields of an operation', () => {
	const find = (resource: string, name: string) => registry.find({ resource, name })!;

	it('have the realm at their end, where the operation is of one', () => {
		expect(Object.keys(topLevelFields(operation))).toEqual(['thing', 'realmId']);
		expect(Object.keys(topLevelFields({ ...operation, realm: false }))).toEqual(['thing']);
	});

	it.each([
		[
			'request',
			'send',
			['dryRun', 'maximumTotalWaitSeconds', 'maximumWaitSeconds', 'retries', 'timeoutSeconds'],
		],
		['consent', 'createAuthorizationUrl', []],
		['event', 'verify', ['deduplicateBy']],
	])('of %s.%s are these options', (resource, name, options) => {
		expect(Object.keys(find(resource, name).options ?? {}).sort()).toEqual(options);
	});

	it('are options of a bulk request and a spending where the operation is one', () => {
		const options = (resource: string, name: string) => Object.keys(find(resource, name).options ?? {});
		expect(options('member', 'updateBalances')).toContain('batchSize');
		expect(options('member', 'updateBalance')).not.toContain('batchSize');
		expect(options('member', 'updateBalance')).toContain('maximumAmount');
		expect(options('member', 'getLeaderboard')).not.toContain('maximumAmount');
	});
});
