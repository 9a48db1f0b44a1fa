import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { keyOf } from '../../nodes/RewardsEngagement/declare/registry';

/**
 * These words make sense only to a person who sees the editor or has read this project's other texts. An AI model
 * gets descriptions without that context.
 */
const FOREIGN =
	/\b(this|the) (node|package|panel|operation below|field above|output)\b|see the output|the result says|operation here|unless told|comes? again|\banew\b|\bsurely\b|\bnobody\b|what becomes? of|give all that|taken back/i;

interface Text {
	place: string;
	text: string;
	property?: INodeProperties;
}

/**
 * Every parameter with its text, including those inside collections. Options are left out, because only the owner of
 * a tool sets them.
 */
function parametersOf(list: INodeProperties[], within = ''): Text[] {
	return list.flatMap((property): Text[] => {
		const { name, type, description = '', options = [], displayOptions } = property;
		const { resource, operation } = (displayOptions?.show ?? {}) as Record<string, string[] | undefined>;
		const place = within || `${resource?.join() ?? ''}.${operation?.join() ?? ''}`;
		const own = [{ place: `${place} ${name}`, text: description, property }];
		if (type === 'collection') {
			if (name === 'options') return [];
			return [...own, ...parametersOf(options as INodeProperties[], place)];
		}
		if (type === 'fixedCollection') {
			return (options as INodePropertyCollection[]).flatMap(({ values }) => parametersOf(values, place));
		}
		return own;
	});
}

const parameters = parametersOf(new RewardsEngagement().description.properties);
const operations: Text[] = registry.operations.map((one) => ({ place: keyOf(one), text: one.description }));

const ofType = (type: INodeProperties['type']) =>
	parameters.filter(({ property }) => property?.type === type);
const without = (texts: readonly Text[], pattern: RegExp) =>
	texts.filter(({ text }) => !pattern.test(text)).map(({ place, text }) => `${place}: ${text}`);

it('there are parameters and operations to look at', () => {
	expect(operations.length).toBeGreaterThan(120);
	expect(parameters.length).toBeGreaterThan(250);
});

it('no description needs the editor, or another text of this project, to be understood', () => {
	const found = [...operations, ...parameters].filter(({ text }) => FOREIGN.test(text));
	expect(found.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

it('the check finds such a description', () => {
	for (const text of [
		'Ten, unless told otherwise',
		"With this node's retries",
		'The default (see the output)',
	])
		expect(text).toMatch(FOREIGN);
});

describe('a value says what it is', () => {
	it('a number its unit, its bounds or that it counts', () => {
		const unit = /\bnumbers?\b|\bfrom \d|\babove \d|minutes|seconds|whole/i;
		expect(without(ofType('number'), unit)).toEqual([]);
	});

	it('a date its format, with an example', () => {
		expect(ofType('dateTime').length).toBeGreaterThan(1);
		expect(without(ofType('dateTime'), /ISO 8601, such as \d{4}-\d{2}-\d{2}T/)).toEqual([]);
	});

	it('JSON that it is JSON, or what it holds', () => {
		expect(without(ofType('json'), /JSON|values/i)).toEqual([]);
	});

	it('several values in one text that commas separate them', () => {
		const hinted = parameters.filter(({ property }) => /commas/i.test(property?.hint ?? ''));
		expect(hinted.length).toBeGreaterThan(2);
		expect(without(hinted, /commas|several/i)).toEqual([]);
	});

	it('a web address or a chain address its form', () => {
		const addresses = parameters.filter(
			({ property }) =>
				property?.type === 'string' && /(^|[a-z])(image|url|address(es)?)$/i.test(property.name),
		);
		expect(addresses.length).toBeGreaterThan(5);
		expect(without(addresses, /https?|URL|as on the chain|addresses|picture|wallet/i)).toEqual([]);
	});
});

/** Operations that a model may confuse. Each description starts with when to use it. */
const SIMILAR = [
	'member.get',
	'member.getMany',
	'member.resolve',
	'member.search',
	'member.updateBalance',
	'member.updateBalances',
	'member.transferBalance',
	'account.find',
	'memberCredential.find',
	'memberCredential.findOrCreate',
	'memberCredential.updateBalance',
	'memberCredential.updateBalances',
	'memberCredential.transferBalance',
	'request.send',
];

it.each(SIMILAR)('%s says first when to use it', (name) => {
	const { text } = operations.find(({ place }) => place === name)!;
	expect(text).toMatch(/^Use (when|for|to|between) [^.]+\. /);
});

it.each([
	['memberCredential.find', 'Member: Search'],
	['memberCredential.findOrCreate', 'Member: Resolve'],
	['memberCredential.updateBalance', 'Member: Award or Deduct'],
	['memberCredential.updateBalances', 'Member: Award or Deduct in Bulk'],
	['memberCredential.transferBalance', 'Member: Transfer Balance'],
	['member.getMany', 'Search'],
	['member.updateBalance', 'Member Credential: Award or Deduct'],
])('%s names the operation for the other case, as it is called', (name, other) => {
	const { text } = operations.find(({ place }) => place === name)!;
	expect(text).toContain(`"${other}"`);
	const [resource, displayName] = other.includes(': ') ? other.split(': ') : ['Member', other];
	const called = registry.operations.map(
		(one) => `${registry.resources[one.resource]!.name}: ${one.displayName}`,
	);
	expect(called).toContain(`${resource}: ${displayName}`);
});
