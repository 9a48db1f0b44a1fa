import type { INodeProperties } from 'n8n-workflow';

/** What makes two deliveries the same event; `off` lets every delivery run. */
export type Deduplication = 'envelope' | 'event' | 'off';

/** The trigger's options. */
export const triggerOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Deduplicate By',
			name: 'deduplicateBy',
			type: 'options',
			options: [
				{
					name: 'Whole Delivery',
					value: 'envelope',
					description: 'A delivery that repeats an earlier one to the letter runs nothing',
				},
				{
					name: 'Event Without Its Time',
					value: 'event',
					description: 'Also an event that differs from an earlier one only in its timestamp runs nothing',
				},
				{
					name: 'Off',
					value: 'off',
					description: 'Every delivery runs the workflow, repeats too',
				},
			],
			default: 'envelope',
			description:
				'The service may deliver an event more than once. Which deliveries count as the same event, so that only the first one runs the workflow.',
		},
	],
};

/** The choice in the panel, from the value of `options`. */
export function deduplicationOf(options: unknown): Deduplication {
	return (options as { deduplicateBy?: Deduplication }).deduplicateBy ?? 'envelope';
}
