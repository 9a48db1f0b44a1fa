import { ESLint } from 'eslint';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import tseslint from 'typescript-eslint';

import { RewardsEngagementApi } from '../../credentials/RewardsEngagementApi.credentials';
import codex from '../../nodes/RewardsEngagement/RewardsEngagement.node.json';
import { RewardsEngagement } from '../../nodes/RewardsEngagement/RewardsEngagement.node';
import { RewardsEngagementConsentTrigger } from '../../nodes/RewardsEngagement/consentTrigger/RewardsEngagementConsentTrigger.node';
import { RewardsEngagementPollTrigger } from '../../nodes/RewardsEngagement/pollTrigger/RewardsEngagementPollTrigger.node';
import { RewardsEngagementTrigger } from '../../nodes/RewardsEngagement/trigger/RewardsEngagementTrigger.node';
import { registry } from '../../nodes/RewardsEngagement/resources/registry';
import { manifest } from '../../scripts/lib/project';

const node = new RewardsEngagement();
const { properties } = node.description;

/** Every property, including those inside collections. */
const allProperties = (list: INodeProperties[] = properties): INodeProperties[] =>
	list.flatMap((property) => [
		property,
		...(property.type === 'collection' ? allProperties(property.options as INodeProperties[]) : []),
	]);

/** The node and the triggers with lists to choose from. */
const withLists = [node, new RewardsEngagementTrigger(), new RewardsEngagementPollTrigger()];

it('shows every operation once in the menu of its resource', () => {
	const menus = properties.filter(({ name }) => name === 'operation');
	const shown = menus.flatMap((menu) =>
		(menu.options as INodePropertyOptions[]).map(
			({ value }) => `${(menu.displayOptions?.show?.resource as string[]).join()}.${String(value)}`,
		),
	);
	expect(shown.sort()).toEqual(registry.operations.map(({ resource, name }) => `${resource}.${name}`).sort());
});

it('lists menus and options by name, as the official rules ask', () => {
	for (const { name, type, options } of allProperties()) {
		if (!options || ['options', 'resource'].includes(name)) continue;
		if (!['options', 'multiOptions', 'collection'].includes(type)) continue;
		// Short lists may follow their meaning (7, 30, 90 days). From five entries on, the rules ask for alphabetical
		// order.
		if (options.length < 5) continue;
		const names = options.map((option) => ('displayName' in option ? option.displayName : option.name));
		expect([name, names]).toEqual([name, [...names].sort((a, b) => a.localeCompare(b))]);
	}
});

it('lists resources by use, so that awarding is the first action that n8n lists', () => {
	const [resource, member] = properties as [INodeProperties, INodeProperties];
	const names = (resource.options as INodePropertyOptions[]).map(({ name }) => name);
	expect(names.slice(0, 6)).toEqual(['Member', 'Currency', 'Quest', 'Store Item', 'Purchase', 'Raffle']);
	expect(names.at(-1)).toBe('Request');
	expect(member.options?.[0]).toMatchObject({ name: 'Award or Deduct', value: 'updateBalance' });
});

it('describes in at most 200 characters', () => {
	const shown = [...withLists, new RewardsEngagementConsentTrigger()].map((one) => one.description);
	const texts = [...shown.map((one) => one.properties), new RewardsEngagementApi().properties]
		.flatMap((list) => allProperties(list))
		.flatMap(({ name, description: own = '', hint = '', options = [] }) => [
			...[own, hint].map((text) => [name, text] as const),
			...options.map((one) => [name, ('description' in one && one.description) || ''] as const),
		]);
	const all = [...texts, ...shown.map((one) => [one.name, one.description] as const)];
	expect(all.length).toBeGreaterThan(500);
	expect(all.filter(([, text]) => text.length > 200)).toEqual([]);
});

/** The fields that name a member. */
const MEMBERS = ['serviceId', 'recipientId', 'memberId', 'accountId', 'initiatorId'];

/** The fields for a word of the service, which is no ID. */
const WORDS = ['chain', 'provider', 'type'];

it.each(withLists.map((one) => [one.description.name, one] as const))(
	'%s names a list search that exists in every resource locator, begins with it, and takes a plain id last',
	(_name, { description, methods }) => {
		const locators = allProperties(description.properties).filter(({ type }) => type === 'resourceLocator');
		expect(locators.length).toBeGreaterThan(0);
		const isAction = description.name === 'rewardsEngagement';
		for (const { name, default: usual, modes = [] } of locators) {
			const byHand = WORDS.includes(name) ? 'name' : 'id';
			expect([name, ...modes.map((mode) => mode.name)]).toEqual([
				name,
				'list',
				...(isAction && MEMBERS.includes(name) ? ['email', 'username'] : []),
				byHand,
			]);
			const first = name === 'chain' ? { value: 'ethereum', cachedResultName: 'Ethereum' } : { value: '' };
			expect([name, usual]).toEqual([name, { mode: 'list', ...first }]);
			expect(Object.keys(methods.listSearch)).toContain(modes[0]?.typeOptions?.searchListMethod);
		}
	},
);

it('fills each list of several choices by a method that exists, in the words of n8n', () => {
	const { loadOptions } = node.methods;
	const lists = allProperties(node.description.properties).filter(
		({ typeOptions }) => typeOptions?.loadOptionsMethod !== undefined,
	);
	expect(lists.length).toBeGreaterThan(0);
	for (const { displayName, description: own, typeOptions } of lists) {
		expect(Object.keys(loadOptions)).toContain(typeOptions?.loadOptionsMethod);
		expect(displayName).toMatch(/ Names or IDs$/);
		expect(own).toContain(
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">',
		);
	}
});

/** n8n gives each pattern 250 ms of real time, and a busy machine then fails the execution. */
it('has no parameter that n8n checks by a pattern before a run', () =>
	expect(JSON.stringify(allProperties())).not.toContain('"regex"'));

it.each([
	...[
		'award',
		'award points',
		'pay',
		'give points',
		'purchase',
		'balance',
		'transfer',
		'leaderboard',
		'store',
	],
	...['members', 'loyalty points', 'reward points', 'member', 'quests'],
	...['raffle', 'loyalty', 'loyalty program', 'gamification', 'coins', 'xp', 'quest', 'deduct', 'bulk'],
])('is found by "%s", which n8n looks for in the names of nodes and their aliases alone', (words) => {
	const found = [node.description.displayName, ...codex.alias].map((name) => name.toLowerCase());
	expect(found.filter((name) => name.startsWith(words))).not.toEqual([]);
});

/** Users look for and type this word. The service's own word is "balance". */
it('calls points what its actions give, move and take', () => {
	const resources = ['activation', 'member', 'memberCredential', 'memberWeb3'];
	const moving = registry.remoteOperations.filter(
		({ resource, effect, permission }) =>
			resources.includes(resource) && effect === 'once' && permission === 'points:write',
	);
	expect(moving.length).toBeGreaterThanOrEqual(8);
	const actions = moving.map(({ action }) => action);
	expect(actions.filter((action) => !/\bpoints\b/.test(action))).toEqual([]);
});

it('says of every call that is not documented that it is not, to people and to the AI builder', () => {
	const options = properties
		.filter(({ name }) => name === 'operation')
		.flatMap((menu) => (menu.options ?? []) as INodePropertyOptions[]);
	const uncertain = registry.operations.filter(({ certainty = 'stated' }) => certainty !== 'stated');
	const saying = options.filter(({ builderHint }) => builderHint !== undefined);
	expect(saying.map(({ action }) => action).sort()).toEqual(uncertain.map(({ action }) => action).sort());
	for (const { description, builderHint } of saying) {
		expect(description).toMatch(/(Partly documented|Undocumented)\.$/);
		expect(builderHint?.propertyHint).toMatch(/^(Partly documented|Undocumented)\. /);
	}
});

it('tells the AI builder which node is for what, and how a payment is made once', () => {
	const nodes = [...withLists, new RewardsEngagementConsentTrigger()].map(({ description }) => description);
	for (const { name, builderHint } of nodes) {
		expect([name, builderHint?.searchHint]).toEqual([name, expect.stringMatching(/^.{40,200}\.$/)]);
		for (const { nodeType } of builderHint?.relatedNodes ?? []) {
			const [ofPackage, related = ''] = nodeType.split('.');
			expect([ofPackage, nodes.some((other) => other.name === related)]).toEqual([manifest().name, true]);
		}
	}
	const protections = properties.filter(({ name }) => name === 'repeatProtection');
	expect(protections.length).toBeGreaterThan(0);
	for (const { builderHint } of protections) expect(builderHint?.propertyHint).toMatch(/idempotencyKey/);
});

it('describes every parameter', () => {
	const silent = allProperties().filter(
		({ name, description, type }) =>
			!description &&
			type !== 'notice' &&
			!['resource', 'operation', 'additionalFields', 'updateFields', 'options'].includes(name),
	);
	expect(silent.map(({ name }) => name)).toEqual([]);
});

/**
 * The rules of eslint-plugin-n8n-nodes-base read source text, but the parameters are derived. So this writes them as
 * source text and lints that.
 */
it.each([
	['the node', properties],
	['the trigger', new RewardsEngagementTrigger().description.properties],
	['the poll trigger', new RewardsEngagementPollTrigger().description.properties],
	['the consent trigger', new RewardsEngagementConsentTrigger().description.properties],
])('keeps the official rules for parameters in what is derived: %s', async (_what, derived) => {
	const rules = Object.fromEntries(
		Object.keys(nodesBase.configs.nodes.rules)
			.filter(
				(rule) =>
					rule.startsWith('n8n-nodes-base/node-param') && !DOES_NOT_APPLY.some((end) => rule.endsWith(end)),
			)
			.map((rule) => [rule, 'error' as const]),
	);
	const eslint = new ESLint({
		overrideConfigFile: true,
		overrideConfig: [
			{
				files: ['**/*.ts'],
				plugins: { 'n8n-nodes-base': nodesBase as never },
				languageOptions: { parser: tseslint.parser as never },
				rules,
			},
		],
	});
	const lint = async (list: unknown) => {
		const source = `export const properties: INodeProperties[] = ${literal(list)};\n`;
		const [result] = await eslint.lintText(source, { filePath: 'nodes/Derived/Derived.node.ts' });
		return result!.messages.map(
			({ ruleId, message, line }) => `${ruleId}: ${message} ${source.split('\n')[line - 1]}`,
		);
	};
	expect(
		await lint([
			{ displayName: 'bad name', name: 'x', type: 'boolean', default: false, description: 'No whether.' },
		]),
	).not.toEqual([]);
	// Resources are in the order of their use.
	const findings = await lint(derived.filter(({ name }) => name !== 'resource'));
	expect(findings).toEqual([]);
});

/** n8n's own configuration turns one of them off. The other mistakes the token id of an NFT for a secret. */
const DOES_NOT_APPLY = ['max-value-present', 'password-missing'];

/** A value as source text. */
function literal(value: unknown): string {
	if (Array.isArray(value)) return `[\n${value.map(literal).join(',\n')}\n]`;
	if (typeof value !== 'object' || value === null) {
		return typeof value === 'string'
			? `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`
			: JSON.stringify(value);
	}
	const entries = Object.entries(value).filter(([, held]) => held !== undefined);
	return `{\n${entries.map(([key, held]) => `${/^\w+$/.test(key) ? key : literal(key)}: ${literal(held)}`).join(',\n')}\n}`;
}
