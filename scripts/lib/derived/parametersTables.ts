import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { optionsOf } from '../../../nodes/RewardsEngagement/declare/options';

/** Options whose default in the editor is not what happens without them. */
const WITHOUT: Record<string, string> = {
	concurrency: 'adapts',
	maximumAmount: 'none',
	maximumTotal: 'none',
};

/** n8n wants no description for the events of a trigger. */
const UNDESCRIBED: Record<string, string> = { events: 'The events that start the workflow' };

/** The parameters of a node, a row each, as the editor describes them. Those of a collection follow it. */
export function parametersTable({ properties }: INodeTypeDescription): string {
	const rows = properties.flatMap(withMembers).map((property) => {
		const { displayName, name, description = UNDESCRIBED[name] ?? '', hint = '' } = property;
		const texts = [description, property.description ? '' : hint].filter(Boolean).map(asSentence);
		return `| ${displayName} | ${[...texts, ...choicesOf(property)].join(' ')} |`;
	});
	return ['| Parameter | What it does |', '|---|---|', ...new Set(rows)].join('\n');
}

/** The options of all operations, a row each, with their defaults. */
export function optionsTable(): string {
	const fields = new Map(
		registry.remoteOperations.flatMap((operation) => Object.entries(optionsOf(operation))),
	);
	const rows = [...fields].map(([name, { property }]) => {
		const { displayName, description = '' } = property;
		return `| ${displayName} | ${WITHOUT[name] ?? shown(property.default)} | ${asSentence(description)} |`;
	});
	return ['| Option | Default | What it does |', '|---|---|---|', ...rows].join('\n');
}

function choicesOf({ type, options, default: usual }: INodeProperties): string[] {
	const choices = type === 'options' ? (options as INodePropertyOptions[]) : [];
	return choices.map(
		({ name, value, description = '' }) =>
			`*${name}*${value === usual ? ' (default)' : ''}: ${asSentence(description)}`,
	);
}

function withMembers(property: INodeProperties): INodeProperties[] {
	if (property.type === 'notice') return [];
	if (property.type !== 'collection') return [property];
	const members = (property.options as INodeProperties[]).map((member) => ({
		...member,
		displayName: `${property.displayName} → ${member.displayName}`,
	}));
	return property.description ? [property, ...members] : members;
}

const shown = (value: unknown) =>
	JSON.stringify(value)
		.replace(/^true$/, 'on')
		.replace(/^false$/, 'off')
		.replaceAll('"', '');

/** n8n leaves the period out of a description of one sentence. */
const asSentence = (text: string) => (text === '' || text.endsWith('.') ? text : `${text}.`);
