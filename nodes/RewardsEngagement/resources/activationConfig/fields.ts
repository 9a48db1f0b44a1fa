import { unsentProblem, type Problem } from '../../errors';
import { optional, type Field } from '../../fields/field';
import { jsonList, jsonObject } from '../../fields/jsonObject';
import { locator } from '../../fields/locator';
import { choice } from '../../fields/text';
import { activation } from '../activation/fields';
import { receivingUrl } from '../webhook/fields';

/** This group of operations is missing in some installations. */
export const CONFIGS = 'configs of activations';

export const activationId = activation('Activation', {
	description: 'The activation that the config belongs to',
});

export const configId = locator('Config', {
	description: 'The config of the activation',
	search: 'searchActivationConfigs',
	listPlaceholder: 'Select a config…',
	dependsOn: ['activationId'],
	example: '64b7f1c2a9d3e45f6071829a',
});

/** The types whose only setting is an address that the service calls. */
const CALLING = ['listings', 'sales'];

/** The types whose settings are missing in the API document. */
const FREE = ['generator', 'multiplier', 'passive'];

const configType = choice('Type', {
	options: [
		{ name: 'Generator', value: 'generator', description: 'Lets NFTs earn points' },
		{
			name: 'Listings',
			value: 'listings',
			description: 'Has the service call an address when an NFT is listed',
		},
		{ name: 'Multiplier', value: 'multiplier', description: 'Multiplies what is earned' },
		{ name: 'Passive', value: 'passive' },
		{ name: 'Sales', value: 'sales', description: 'Has the service call an address when an NFT is sold' },
	],
	description: 'What the config does. Use an expression for a type that is not in the list.',
	default: 'generator',
});

const url = receivingUrl('Target URL', {
	description:
		'The HTTPS address that the service calls, such as the URL of a Webhook node. The form of the calls is not documented.',
	placeholder: 'e.g. https://n8n.example.com/webhook/sales',
});

/** Shown for some types only, and empty for the others. If a type requires the value, the request checks that. */
function shownFor<T>(types: readonly string[], field: Field<T>): Field<T | undefined> {
	const displayOptions = { show: { configType: [...types] } };
	return { ...field, property: { ...field.property, displayOptions }, optional: true };
}

export const config = {
	configType,
	targetUrl: { ...shownFor(CALLING, url), needed: { parameter: 'configType', is: CALLING } },
	settings: shownFor(
		FREE,
		jsonObject('Settings', {
			description:
				'The settings of this type as a JSON object. The API document does not show its fields: copy them from an existing config.',
			example: '{ "pointsPerDay": 10 }',
		}),
	),
	pointsConfig: shownFor(
		FREE,
		optional(
			jsonList('Points Config', {
				description:
					'What is earned, as a JSON list. The API document does not show its entries: copy them from an existing config.',
				example: '[{ "realmPointId": "64b7f1c2a9d3e45f60718294", "amount": 10 }]',
			}),
		),
	),
};

interface ConfigValues {
	configType: string;
	targetUrl?: string;
	settings?: Record<string, unknown>;
	pointsConfig?: unknown[];
}

/**
 * The config in the form in which it is sent. A calling type has the address, and every other type has the given
 * JSON.
 *
 * @throws {Problem} without settings, which would tell the service to remove them
 */
export function configOf({ configType: type, targetUrl, settings, pointsConfig }: ConfigValues) {
	if (CALLING.includes(type)) {
		if (targetUrl === undefined)
			throw missing('Target URL', 'Enter the address that the service should call.');
		return { configType: type, settings: { targetUrl } };
	}
	if (settings === undefined) throw missing('Settings', 'Enter a JSON object, or {} for an empty one.');
	return { configType: type, settings, pointsConfig };
}

function missing(displayName: string, advice: string): Problem {
	return unsentProblem(
		`"${displayName}" is empty, but a config of this type needs it`,
		`${advice} Nothing was sent.`,
	);
}
