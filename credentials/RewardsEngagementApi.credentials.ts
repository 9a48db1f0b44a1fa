import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { BEFORE_KEY } from '../nodes/RewardsEngagement/shared/secrets';
import { baseAddress, webAddressProblem } from '../nodes/RewardsEngagement/shared/webAddress';

export class RewardsEngagementApi implements ICredentialType {
	name = 'rewardsEngagementApi';

	displayName = 'Rewards and Engagement API';

	icon: Icon = {
		light: 'file:../icons/rewardsEngagement.svg',
		dark: 'file:../icons/rewardsEngagement.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-rewards-engagement/n8n-nodes-rewards-engagement/blob/main/README.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'The root URL of the API, without /api/v1',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Create the key in the dashboard: developer area, project API tab. It is shown only once.',
		},
		{
			displayName: 'Realm ID',
			name: 'realmId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 64b7f1c2a9d3e45f60718293',
			description:
				'The realm (project) the key belongs to. Copy the ID from the URL of the realm in the dashboard.',
		},
		{
			displayName: 'App URL',
			name: 'appUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://app.example.com',
			description: 'The address of the consent page. Only needed to link members through consent.',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			description: 'The client ID of your app. Only needed to link members through consent.',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true, rows: 2 },
			default: '',
			description:
				'The signing secret of manually registered webhooks, one per line. To rotate a secret, enter the old and the new one. Leave empty if the trigger registers its own webhook.',
		},
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: 'X-Service-Signature',
			description:
				'The header that contains the webhook signature. Change it only if your service uses another name.',
		},
	];

	/**
	 * Adds the API key to a request of the HTTP Request node, if the credential is valid. Our nodes test the
	 * credential themselves: see `testedBy`.
	 *
	 * This is a function, because n8n evaluates an expression again for every request, which takes longer than
	 * sending it.
	 */
	async authenticate(
		{ apiKey, baseUrl }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const problem = webAddressProblem(baseAddress(typeof baseUrl === 'string' ? baseUrl : ''));
		if (problem) throw refused(`"Base URL" ${problem}`);
		if (NO_REALM.test(request.url)) throw refused('"Realm ID" is empty or contains a slash');
		const key = typeof apiKey === 'string' ? apiKey.trim().replace(BEFORE_KEY, '') : '';
		return await Promise.resolve({
			...request,
			headers: { ...request.headers, Authorization: `Bearer ${key}` },
		});
	}
}

/** Matches the address of a realm if the ID is empty, has a slash, or would lead to another path. */
const NO_REALM = /\/api\/v1\/realms\/(\.{0,2}|[^/?#]*%2F[^/?#]*)$/i;

/** n8n shows the `code` of an error's cause, if there is one. */
function refused(message: string): Error {
	return Object.assign(new Error(message), { code: message });
}
