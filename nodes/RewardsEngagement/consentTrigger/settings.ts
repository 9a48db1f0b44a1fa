import { isExpression, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import { toConnection } from '../api/connection';
import { InvalidParameter } from '../errors/invalidParameter';
import { pages } from './pages';
import { apiKeyOf } from '../shared/signedState';
import type { Page } from './html';

/** Where a person goes next: to an address, or to a page of ours. */
export type Next = { redirectTo: string } | { page: Page };

/** What the user chose, and what the credential adds to it. */
export interface Settings {
	realmId: string;
	/** Empty when neither the trigger nor the credential names the app. */
	clientId: string;
	apiKey: string;
	requireState: boolean;
	emitDenials: boolean;
	afterSuccess: Next;
	afterDenial: Next;
}

/**
 * Reads the parameters and the credential for one request. It comes first, so that a slip in them is found before a
 * code is used up.
 *
 * @throws {InvalidParameter} naming what is missing or wrong
 */
export async function readSettings(context: IWebhookFunctions): Promise<Settings> {
	const text = (name: string) => plainText(context.getNodeParameter(name, ''));
	const next = (choice: string, prefix: string, page: Page): Next => {
		if (context.getNodeParameter(choice, 'page') === 'redirect') {
			return { redirectTo: checkWebAddress(text(`${prefix}Url`)) };
		}
		const [title, words] = [text(`${prefix}Title`), text(`${prefix}Text`)];
		return { page: { ...page, title: title || page.title, text: words || page.text } };
	};
	const credential = await context.getCredentials('rewardsEngagementApi');
	const connection = toConnection(credential);
	const options = context.getNodeParameter('options', {}) as { clientId?: unknown; emitDenials?: boolean };
	const realmId = text('realmId') || connection.realmId;
	if (realmId === '') {
		throw new InvalidParameter(
			'"Realm ID" is empty, here and in the credential',
			'Fill it in in one of them.',
		);
	}
	return {
		realmId,
		clientId: plainText(options.clientId) || connection.clientId,
		apiKey: apiKeyOf(credential),
		requireState: context.getNodeParameter('requireState', false) === true,
		emitDenials: options.emitDenials === true,
		afterSuccess: next('afterSuccess', 'success', pages.linked),
		afterDenial: next('afterDenial', 'denial', pages.declined),
	};
}

/**
 * Checks on publishing what can be checked without a person: a mistake should stop the owner, not the first visitor.
 * Expressions are left alone, because they may need a request.
 *
 * @throws {InvalidParameter} naming what is wrong
 */
export async function checkSettings(context: IHookFunctions): Promise<void> {
	const raw = (name: string): unknown => context.getNodeParameter(name, '', { rawExpressions: true });
	for (const [choice, address] of [
		['afterSuccess', 'successUrl'],
		['afterDenial', 'denialUrl'],
	] as const) {
		const given = raw(address);
		if (raw(choice) === 'redirect' && !isExpression(given)) checkWebAddress(plainText(given));
	}
	const { clientId } = toConnection(await context.getCredentials('rewardsEngagementApi'));
	const options = raw('options') as { clientId?: unknown } | '';
	const ownClientId = options === '' ? '' : plainText(options.clientId);
	if (raw('requireState') === true && clientId === '' && ownClientId === '') {
		throw new InvalidParameter(
			'A signed state is required, and the client ID it must be for is not known',
			'Fill in "Client ID" in the credential.',
		);
	}
}

/** @throws {InvalidParameter} for anything but an address of the web: a browser must not be sent to a script */
function checkWebAddress(address: string): string {
	if (/^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address).href;
	throw new InvalidParameter(
		`"Redirect To" must be a web address that begins with https:// or http://, but is "${address.slice(0, 80)}"`,
		'Correct "Redirect To".',
	);
}

function plainText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
