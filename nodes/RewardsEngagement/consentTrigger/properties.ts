import type { INodeProperties } from 'n8n-workflow';

import { clientId } from '../resources/consent/fields';
import { realmId } from '../fields/realm';

type After = 'Success' | 'Denial';

/** Where a person goes next: to a page of this trigger, or to another address. */
function nextPage(
	after: After,
	{ shown, title, text }: { shown: string; title: string; text: string },
): INodeProperties[] {
	const choice = `after${after}`;
	const prefix = after.toLowerCase();
	return [
		{
			displayName: `After ${after}`,
			name: choice,
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Redirect', value: 'redirect', description: 'Redirect the person to your own page' },
				{ name: 'Show Page', value: 'page', description: 'Show a simple page with the result' },
			],
			default: 'page',
			description: shown,
		},
		...ownPage(after, title, text),
		{
			displayName: 'Redirect To',
			name: `${prefix}Url`,
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/welcome',
			displayOptions: { show: { [choice]: ['redirect'] } },
			description:
				'The URL to redirect to, starting with https:// or http://. Expressions can use the query parameters of the request; write the host as plain text or list it in "Redirect Hosts".',
		},
	];
}

/** What a page of this trigger says. */
function ownPage(after: After, title: string, text: string): INodeProperties[] {
	const prefix = after.toLowerCase();
	const displayOptions = { show: { [`after${after}`]: ['page'] } };
	return [
		{
			displayName: `${after} Page Title`,
			name: `${prefix}Title`,
			type: 'string',
			default: '',
			placeholder: title,
			displayOptions,
			description: "The page title. If empty, uses the default text in the visitor's language.",
		},
		{
			displayName: `${after} Page Text`,
			name: `${prefix}Text`,
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: text,
			displayOptions,
			description:
				"The text below the title, one paragraph per line. HTML is shown as text. If empty, uses the default text in the visitor's language.",
		},
	];
}

/** The options as the panel shows them. */
export const consentTriggerOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{ ...clientId.property, name: 'clientId' },
		{
			displayName: 'Start on Denial',
			name: 'startOnDenial',
			type: 'boolean',
			default: false,
			description:
				'Whether to also start the workflow when a person declines, with "denied" in the item. Requires a signed state, because anyone could fake a denial without one.',
		},
		{
			displayName: 'Redirect Hosts',
			name: 'allowedHosts',
			type: 'string',
			noDataExpression: true,
			default: '',
			placeholder: 'e.g. example.com, shop.example.com',
			description:
				'The hosts that an expression in "Redirect To" may point to, separated by commas. Only needed if the host itself comes from the expression. Prevents open redirects.',
		},
	],
};

/** The parameters of the consent trigger. */
export const consentTriggerProperties: INodeProperties[] = [
	{
		displayName:
			'Register the production URL of this node as the redirect URI of your app, and enter the same URL in "Create Authorization URL". They must match exactly.',
		name: 'redirectUriNotice',
		type: 'notice',
		default: '',
	},
	{ ...realmId.property, name: 'realmId' },
	{
		displayName: 'Require Signed State',
		name: 'requireState',
		type: 'boolean',
		default: false,
		description:
			'Whether to accept only people whose link was created with "Create Authorization URL", so that nobody can link an account for someone else. Requires a service that returns the state.',
	},
	...nextPage('Success', {
		shown: 'What the person sees once the member is known and the workflow has started',
		title: 'Your account is linked',
		text: 'Nothing is left to do. You can close this page.',
	}),
	...nextPage('Denial', {
		shown: 'What the person sees when they did not allow it',
		title: 'Nothing was linked',
		text: 'You did not allow it, so nothing was shared.',
	}),
	consentTriggerOptions,
];
