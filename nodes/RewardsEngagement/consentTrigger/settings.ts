import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { toConnection, type Connection } from '../api/connection';
import { unsentProblem } from '../errors';
import { triggerReader, type ParameterReader } from '../fields/parameterReader';
import { pages, type Page } from './pages';
import { fields, options } from './properties';
import { apiKeyOf } from '../shared/signedState';
import { checkDestination, checkWritten, namedHosts } from './destination';

/** Where a person goes next: to an address, or to a page of ours. */
export type Next = { redirectTo: string } | { page: Page };

/** What the person decided on the consent page. */
export type Ending = 'success' | 'denial';

const CHOICES = { success: 'afterSuccess', denial: 'afterDenial' } as const;
const USUAL_PAGES = { success: pages.linked, denial: pages.declined } as const;

/**
 * The user's settings, with defaults from the credential, for one request. Each is read only when needed, so that a
 * mistake in one breaks only what depends on it. All throw {@link Problem}, which names what is missing or
 * wrong.
 */
export class Settings {
	private readonly parameters: ParameterReader;

	private constructor(
		private readonly context: IWebhookFunctions,
		private readonly connection: Connection,
		/** The key that signs states. Empty if there is none. */
		readonly apiKey: string,
	) {
		this.parameters = triggerReader(context, connection);
	}

	static async open(context: IWebhookFunctions): Promise<Settings> {
		const credential = await context.getCredentials('rewardsEngagementApi');
		return new Settings(context, toConnection(credential), apiKeyOf(credential));
	}

	/** The realm of the item. */
	realmId(): string {
		return this.parameters.field('realmId', fields.realmId);
	}

	/** The app. Empty if neither the trigger nor the credential names it. */
	clientId(): string {
		return this.parameters.member(options, 'clientId') ?? this.connection.clientId;
	}

	requiresState(): boolean {
		return this.parameters.field('requireState', fields.requireState);
	}

	startsOnDenial(): boolean {
		return this.parameters.member(options, 'startOnDenial') ?? false;
	}

	/** Where the person goes next. */
	next(ending: Ending): Next {
		const { parameters } = this;
		const choice = CHOICES[ending];
		if (parameters.field(choice, fields[choice]) === 'redirect') {
			const name = `${ending}Url` as const;
			const address = parameters.field(name, fields[name]) ?? '';
			const hosts = () => namedHosts(this.context);
			return { redirectTo: checkDestination(address, parameters.written(name, ''), hosts) };
		}
		const title = parameters.field(`${ending}Title`, fields[`${ending}Title`]);
		const text = parameters.field(`${ending}Text`, fields[`${ending}Text`]);
		return { page: { ...USUAL_PAGES[ending], own: { title, text } } };
	}
}

/**
 * On publishing, checks what can be checked without a person. The owner should see a mistake before the first visitor
 * does. It does not evaluate expressions, because they may need a request.
 *
 * @throws {Problem} naming what is wrong
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
		throw unsentProblem(
			'"Client ID" is missing, but "Require Signed State" needs it',
			'Enter the client ID in the credential.',
		);
	}
}
