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
	['a custom event', { customEvents: 'game.level.reached' }, 'game.level.reached'],
	['two custom events', { customEvents: 'game.level.reached, survey.answered' }, 'game.level.reached +1'],
	['both', { events: [ONE], customEvents: 'game.level.reached, survey.answered,' }, `${ONE} +2`],
])('the trigger: %s', (_what, parameters: INodeParameters, expected) => {
	expect(subtitleOf(TRIGGER, parameters)).toBe(expected);
});

it('the consent trigger', () => {
	expect(String(subtitleOf(CONSENT_TRIGGER, {})).length).toBeLessThanOrEqual(ROOM);
});

it('the node: every operation has a separate one that fits', () => {
	const subtitles = registry.operations.map(({ resource, name }) =>
		subtitleOf(NODE, { resource, operation: name }),
	);
	expect(subtitles.filter((subtitle) => String(subtitle).length > ROOM)).toEqual([]);
	expect(new Set(subtitles).size).toBe(registry.operations.length);
	expect(subtitles).toEqual(
		expect.arrayContaining([
			'transferBalance: member',
			'transferBalance: credential',
			'createAuthorizationUrl',
		]),
	);
});

it('the node: a new one, and one whose choices are expressions', () => {
	expect(subtitleOf(NODE, {})).toMatch(/^\w+: \w+$/);
	expect(subtitleOf(NODE, { resource: '={{ undefined }}', operation: '={{ "get" }}' })).toEqual(
		expect.any(String),
	);
});
