import '../engine';

import { Workflow, type INode, type INodeParameters } from 'n8n-workflow';

import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { CONSENT_TRIGGER, NODE, nodeTypes, POLL_TRIGGER, TRIGGER } from '../nodeTypes';

/** The number of letters below a node on the canvas of n8n, which has 192 pixels there. */
const ROOM = 28;

const [ONE, TWO] = ['store.purchase.completed', 'member.joined'];

/** The subtitle of a node, as the editor evaluates it. */
function subtitleOf(type: string, parameters: INodeParameters): unknown {
	const { description } = nodeTypes.getByNameAndVersion(type);
	const { version, subtitle } = description;
	const typeVersion = [version].flat().at(-1)!;
	const node: INode = { id: '1', name: 'Node', type, typeVersion, position: [0, 0], parameters };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

it.each([
	['no event', {}, ''],
	['one event', { events: [ONE] }, ONE],
	['two events', { events: [ONE, TWO] }, `${ONE} +1`],
	[
		'an expression',
		{ events: '={{ ["quest.started", "quest.completed", "member.left"] }}' },
		'quest.started +2',
	],
	['an expression that gives text', { events: '={{ "member.left" }}' }, 'member.left'],
	['an expression that gives nothing', { events: '={{ undefined }}' }, ''],
])('the triggers: %s', (_what, parameters: INodeParameters, expected) => {
	expect(subtitleOf(TRIGGER, parameters)).toBe(expected);
	expect(subtitleOf(POLL_TRIGGER, parameters)).toBe(expected);
	expect(expected.length).toBeLessThanOrEqual(ROOM);
});

it.each([
	['a custom event', { options: { customEvents: 'game.level.reached' } }, 'game.level.reached'],
	[
		'two custom events',
		{ options: { customEvents: 'game.level.reached, survey.answered' } },
		'game.level.reached +1',
	],
	['both', { events: [ONE], options: { customEvents: 'game.level.reached, survey.answered,' } }, `${ONE} +2`],
])('the trigger: %s', (_what, parameters: INodeParameters, expected) => {
	expect(subtitleOf(TRIGGER, parameters)).toBe(expected);
});

it('the consent trigger', () => {
	expect(String(subtitleOf(CONSENT_TRIGGER, {})).length).toBeLessThanOrEqual(ROOM);
});

it('the node: every operation has a separate one in the words of the panel', () => {
	const subtitles = registry.operations.map(({ resource, name }) =>
		subtitleOf(NODE, { resource, operation: name }),
	);
	// Bulk awards to members have the short form, so n8n cuts off the end of this one.
	const cut = subtitles.filter((subtitle) => String(subtitle).length > ROOM);
	expect(cut).toEqual(['Credential: Award or Deduct in Bulk']);
	expect(new Set(subtitles).size).toBe(registry.operations.length);
	for (const [index, { displayName }] of registry.operations.entries())
		expect(subtitles[index]).toMatch(new RegExp(`${displayName}$`));
	expect(subtitles).toEqual(
		expect.arrayContaining([
			'Member: Award or Deduct',
			'Award or Deduct in Bulk',
			'Credential: Transfer Balance',
			'Create Authorization URL',
		]),
	);
});

it('the node: a new one, and one whose choices are expressions', () => {
	expect(subtitleOf(NODE, {})).toBe('Member: Search');
	expect(subtitleOf(NODE, { resource: '={{ undefined }}', operation: '={{ "get" }}' })).toBe('');
});
