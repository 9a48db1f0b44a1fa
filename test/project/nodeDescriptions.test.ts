import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { packageNodes } from '../fixtures/generate/nodes';

/** n8n cuts a description in a list of choices after two lines. Longer texts do not fit there. */
const TWO_LINES = 95;

interface Choice {
	place: string;
	text: string;
}

/** The choices of all lists, also inside collections, such as resources, operations and modes. */
function choicesOf(properties: readonly INodeProperties[], within: string): Choice[] {
	return properties.flatMap((property): Choice[] => {
		const { name, type, options = [] } = property;
		const place = `${within} ${name}`;
		if (type === 'collection') return choicesOf(options as INodeProperties[], place);
		if (type === 'fixedCollection')
			return (options as INodePropertyCollection[]).flatMap(({ values }) => choicesOf(values, place));
		if (type !== 'options' && type !== 'multiOptions') return [];
		return (options as INodePropertyOptions[]).map(({ value, description = '' }) => ({
			place: `${place}: ${String(value)}`,
			text: description,
		}));
	});
}

const choices = packageNodes().flatMap(({ description }) =>
	choicesOf(description.properties, description.name),
);
const tooLong = (all: readonly Choice[]) => all.filter(({ text }) => text.length > TWO_LINES);

it('n8n shows each description in a list completely', () => {
	expect(choices.length).toBeGreaterThan(200);
	expect(tooLong(choices)).toEqual([]);
});

it('the check finds a description that is too long, also in a collection', () => {
	const list = (text: string): INodeProperties => ({
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		options: [{ name: 'One', value: 'one', description: text }],
		default: 'one',
	});
	const inside: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		options: [list('x'.repeat(TWO_LINES + 1)), list('x'.repeat(TWO_LINES))],
		default: {},
	};
	expect(tooLong(choicesOf([inside], 'node')).map(({ place }) => place)).toEqual(['node options mode: one']);
});

/** All parameters, also inside collections. */
function parametersOf(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) =>
		property.type === 'collection'
			? [property, ...parametersOf(property.options as INodeProperties[])]
			: [property],
	);
}

describe.each(packageNodes().map((node) => [node.description.name, node.description] as const))(
	'%s',
	(name, { properties, group, description }) => {
		const all = parametersOf(properties);

		it('has the labels that n8n uses for events and for files', () => {
			const labels = all
				.filter(({ name: parameter }) => /^binaryPropertyName$/.test(parameter))
				.map(({ displayName }) => displayName);
			expect(labels.filter((label) => !/^(Input|Output) Data Field Name$/.test(label))).toEqual([]);
			if (name === 'rewardsEngagement') expect(new Set(labels).size).toBe(2);
			const events = group.includes('trigger') ? all.filter((one) => one.name === 'events') : [];
			for (const one of events) expect([one.displayName, one.description]).toEqual(['Trigger On', undefined]);
			if (name !== 'rewardsEngagementConsentTrigger' && group.includes('trigger'))
				expect(events.length).toBeGreaterThan(0);
		});

		it('has a default for each parameter and each mode of a locator', () => {
			const modes = all.flatMap((one) => one.modes ?? []);
			expect(all.filter((one) => one.default === undefined)).toEqual([]);
			expect(modes.filter((mode) => Reflect.get(mode, 'default') !== '')).toEqual([]);
			if (name === 'rewardsEngagement') expect(modes.length).toBeGreaterThan(10);
		});

		it('starts the description of a trigger with what starts the workflow', () => {
			if (group.includes('trigger')) expect(description).toMatch(/^Starts the workflow /);
		});
	},
);
