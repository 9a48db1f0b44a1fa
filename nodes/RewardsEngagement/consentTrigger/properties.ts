import type { INodeProperties } from 'n8n-workflow';

import {
	type Collection,
	collectionProperty,
	type Field,
	type FieldProperty,
	oneOf,
	optional,
	propertiesOf,
} from '../fields/field';
import { flag, idSchema, realmId } from '../fields/text';
import { clientId } from '../resources/consent/fields';
import { pages, type Page } from './pages';

/** Text that may be empty, or a whole number as text. */
function words(property: FieldProperty): Field<string | undefined> {
	return optional({ property, schema: idSchema, allowsEmptyPart: () => true });
}

/** An empty switch means off. */
function switchOf(displayName: string, text: { description: string }): Field<boolean> {
	return { ...flag(displayName, text), whenEmpty: false };
}

type After = 'Success' | 'Denial';

/**
 * Where a person goes next: to a page of this trigger, or to another address. The usual texts of the page are the
 * placeholders.
 */
function nextPage(after: After, description: string, usual: Page) {
	const choice: Field<'page' | 'redirect'> = {
		property: {
			displayName: `After ${after}`,
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Redirect', value: 'redirect', description: 'Redirect the person to your own page' },
				{ name: 'Show Page', value: 'page', description: 'Show a simple page with the result' },
			],
			default: 'page',
			description,
		},
		schema: oneOf('page', 'redirect'),
		whenEmpty: 'page',
	};
	const url = words({
		displayName: 'Redirect To',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/welcome',
		displayOptions: { show: { [`after${after}`]: ['redirect'] } },
		description:
			'The URL to redirect to, starting with https:// or http://. Expressions can use the query parameters of the request. Write the host as plain text or list it in "Redirect Hosts".',
	});
	const onPage = { displayOptions: { show: { [`after${after}`]: ['page'] } } };
	const title = words({
		displayName: `${after} Page Title`,
		type: 'string',
		default: '',
		placeholder: usual.title,
		...onPage,
		description: 'The page title. If empty, uses the default English text.',
	});
	const text = words({
		displayName: `${after} Page Text`,
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: usual.text[0],
		...onPage,
		description:
			'The text below the title, one paragraph per line. HTML is shown as text. If empty, uses the default English text.',
	});
	return { choice, title, text, url };
}

const success = nextPage(
	'Success',
	'What the person sees once the member is known and the workflow has started',
	pages.linked,
);

const denial = nextPage('Denial', 'What the person sees when they decline', pages.declined);

/** The parameters of the trigger, in the order of the panel. */
export const fields = {
	realmId,
	requireState: switchOf('Require Signed State', {
		description:
			'Whether to accept only people whose link was created with "Create Authorization URL", so that no one can link an account for someone else. Requires a service that returns the state.',
	}),
	afterSuccess: success.choice,
	successTitle: success.title,
	successText: success.text,
	successUrl: success.url,
	afterDenial: denial.choice,
	denialTitle: denial.title,
	denialText: denial.text,
	denialUrl: denial.url,
};

const optionFields = {
	clientId: optional(clientId),
	startOnDenial: switchOf('Start on Denial', {
		description:
			'Whether to also start the workflow when a person declines, with "denied" in the item. Requires a signed state, because anyone could fake a denial without one.',
	}),
	allowedHosts: words({
		displayName: 'Redirect Hosts',
		type: 'string',
		noDataExpression: true,
		default: '',
		placeholder: 'e.g. example.com, shop.example.com',
		description:
			'The hosts that an expression in "Redirect To" may point to, separated by commas. Only needed if the host itself comes from the expression. Prevents open redirects.',
	}),
};

export const options: Collection<typeof optionFields> = {
	name: 'options',
	displayName: 'Options',
	fields: optionFields,
};

export const consentTriggerProperties: INodeProperties[] = [
	{
		displayName:
			'Register the production URL of this node as the redirect URI of your app, and enter the same URL in "Create Authorization URL". They must match exactly.',
		name: 'redirectUriNotice',
		type: 'notice',
		default: '',
	},
	...propertiesOf(fields, ['successUrl', 'denialUrl'] satisfies Array<keyof typeof fields>),
	collectionProperty(options, { placeholder: 'Add option' }),
];
