import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { toConnection, type Connection } from '../api/connection';
import { InvalidParameter } from '../errors/invalidParameter';
import { pages, type Page } from './pages';
import { readSwitch, readText, type Wanted } from './parameter';
import { apiKeyOf } from '../shared/signedState';
import { checkDestination, checkWritten, namedHosts } from './destination';

/** Where a person goes next: to an address, or to a page of ours. */
export type Next = { redirectTo: string } | { page: Page };

/** How the person came out of the consent page. */
export type Ending = 'success' | 'denial';

const REALM_ID: Wanted = { name: 'realmId', displayName: 'Realm ID', isName: true };
const CLIENT_ID: Wanted = { name: 'clientId', displayName: 'Client ID', isName: true, isOption: true };
const REQUIRE_STATE: Wanted = { name: 'requireState', displayName: 'Require Signed State' };
const START_ON_DENIAL: Wanted = { name: 'startOnDenial', displayName: 'Start on Denial', isOption: true };
const CHOICES = { success: 'afterSuccess', denial: 'afterDenial' } as const;
/** As the panel names them. */
const NAMES = { success: 'Success', denial: 'Denial' } as const;
const USUAL_PAGES = { success: pages.linked, denial: pages.declined } as const;

/**
 * What the user chose, and what the credential adds to it, for one request. Each is read when it is asked for, so that
 * a slip in one breaks what depends on it, and nothing else. All throw {@link InvalidParameter}, which names what is
 * missing or wrong.
 */
export class Settings {
	private constructor(
		private readonly context: IWebhookFunctions,
		private readonly connection: Connection,
		/** The key that states are signed with; empty when there is none. */
		readonly apiKey: string,
	) {}

	static async open(context: IWebhookFunctions): Promise<Settings> {
		const credential = await context.getCredentials('rewardsEngagementApi');
		return new Settings(context, toConnection(credential), apiKeyOf(credential));
	}

	/** The realm of the item. */
	realmId(): string {
		const realmId = readText(this.context, REALM_ID) || this.connection.realmId;
		if (realmId !== '') return realmId;
		throw new InvalidParameter(
			'"Realm ID" is empty, here and in the credential',
			'Fill it in in one of them.',
		);
	}

	/** The app; empty when neither the trigger nor the credential names it. */
	clientId(): string {
		return readText(this.context, CLIENT_ID) || this.connection.clientId;
	}

	requiresState(): boolean {
		return readSwitch(this.context, REQUIRE_STATE);
	}

	emitsDenials(): boolean {
		return readSwitch(this.context, START_ON_DENIAL);
	}

	/** Where the person goes next. */
	next(ending: Ending): Next {
		const choice = readText(this.context, {
			name: CHOICES[ending],
			displayName: `After ${NAMES[ending]}`,
		});
		const text = (name: string, displayName: string) =>
			readText(this.context, { name: `${ending}${name}`, displayName });
		if (choice === 'redirect') {
			const written: unknown = this.context.getNodeParameter(`${ending}Url`, '', { rawExpressions: true });
			return {
				redirectTo: checkDestination(text('Url', 'Redirect To'), written, () => namedHosts(this.context)),
			};
		}
		const title = text('Title', `${NAMES[ending]} Page Title`);
		const words = text('Text', `${NAMES[ending]} Page Text`);
		return { page: { ...USUAL_PAGES[ending], own: { title: title || undefined, text: words || undefined } } };
	}
}

/**
 * Checks on publishing what can be checked without a person: a mistake should stop the owner, not the first visitor.
 * What an expression gives is left alone, because it may need a request.
 *
 * @throws {InvalidParameter} naming what is wrong
 */
export async function checkSettings(context: IHookFunctions): Promise<void> {
	const raw = (name: string): unknown => context.getNodeParameter(name, '', { rawExpressions: true });
	const hosts = namedHosts(context);
	for (const ending of ['success', 'denial'] as const) {
		if (raw(CHOICES[ending]) === 'redirect') checkWritten(raw(`${ending}Url`), hosts);
	}
	const { clientId } = toConnection(await context.getCredentials('rewardsEngagementApi'));
	const ownClientId = raw('options.clientId');
	if (raw('requireState') === true && clientId === '' && (ownClientId === '' || ownClientId === null)) {
		throw new InvalidParameter(
			'A signed state is required, and the client ID it must be for is not known',
			'Fill in "Client ID" in the credential.',
		);
	}
}
