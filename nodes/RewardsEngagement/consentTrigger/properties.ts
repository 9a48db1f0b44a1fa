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
	const on = (value: string) => ({ show: { [choice]: [value] } });
	return [
		{
			displayName: `After ${after}`,
			name: choice,
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Redirect', value: 'redirect', description: 'Send the person on to an address of yours' },
				{ name: 'Show Page', value: 'page', description: 'Show a small page that says what happened' },
			],
			default: 'page',
			description: shown,
		},
		{
			displayName: `${after} Page Title`,
			name: `${prefix}Title`,
			type: 'string',
			default: '',
			placeholder: title,
			displayOptions: on('page'),
			description:
				'What the page says in large letters. Leave empty for the usual words, in the language of the person.',
		},
		{
			displayName: `${after} Page Text`,
			name: `${prefix}Text`,
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: text,
			displayOptions: on('page'),
			description:
				'What the page says below its title. A new line makes a new paragraph; HTML is shown as text. Leave empty for the usual words, in the language of the person.',
		},
		{
			displayName: 'Redirect To',
			name: `${prefix}Url`,
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/welcome',
			displayOptions: on('redirect'),
			description:
				'The address to send the person to. It begins with https:// or http://. An expression can use the query values that came with the person; its host then stands in it as plain text, or under "Redirect Hosts".',
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
			displayName: 'Emit Denials',
			name: 'emitDenials',
			type: 'boolean',
			default: false,
			description:
				'Whether the workflow also starts when a person did not allow it, with "denied" in the item. Only a denial with a signed state starts it, since any other could be made up by anyone who knows the address, and be repeated at will.',
		},
		{
			displayName: 'Redirect Hosts',
			name: 'allowedHosts',
			type: 'string',
			noDataExpression: true,
			default: '',
			placeholder: 'e.g. example.com, shop.example.com',
			description:
				'The hosts that an expression under "Redirect To" may lead to, separated by commas. Needed only where the host is not written out in the expression, as in https://example.com/?x={{ … }}. Without it anybody could have people sent anywhere.',
		},
	],
};

/** The parameters of the consent trigger. */
export const consentTriggerProperties: INodeProperties[] = [
	{
		displayName:
			'Register the production URL of this node as the redirect URI of your app, and give the same address to "Create Authorization URL". It must match to the letter.',
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
			'Whether to take a person only with the signed state that "Create Authorization URL" made for them, so that nobody can link an account in the name of somebody else. Only for a service that returns the state: without it nobody is linked then.',
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
