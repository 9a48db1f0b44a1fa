import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { ConsentTriggerNode } from './consentTriggerNode';
import { runNode } from './engine';
import type { TestService } from './sandbox';

/** A credential of the seeded app, with the fields of the consent flow. */
export function consentCredential(
	service: TestService,
	changes: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject {
	return service.credential({ appUrl: service.appUrl, clientId: service.ids.app.clientId, ...changes });
}

/** A listening trigger whose URL is registered for the app. */
export async function startTrigger(
	service: TestService,
	parameters: INodeParameters = {},
	isTest = false,
): Promise<ConsentTriggerNode> {
	const node = new ConsentTriggerNode(parameters, consentCredential(service), isTest);
	await node.listen();
	service.control.setRedirectUri(service.ids.app.clientId, node.url);
	return node;
}

/** The URL of the consent page. The action node makes it. */
export async function authorizationUrl(
	{ credential, url }: ConsentTriggerNode,
	additionalFields: object = {},
	redirectUri = url,
): Promise<URL> {
	const { items, error } = await runNode({
		credential,
		parameters: {
			resource: 'consent',
			operation: 'createAuthorizationUrl',
			clientId: '',
			redirectUri,
			additionalFields,
		} as INodeParameters,
	});
	if (error) throw new Error(error.message);
	return new URL(items[0]!.json.authorizationUrl as string);
}

/** The decision of a person on the consent page. @returns the target of the redirect */
export async function decide(
	service: TestService,
	link: URL,
	decision: 'approve' | 'deny' = 'approve',
): Promise<string> {
	const page = await fetch(link);
	expect(page.status).toBe(200);
	const hidden = [...(await page.text()).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
	const fields = hidden.map(([, name, value]): [string, string] => [name!, value!.replaceAll('&amp;', '&')]);
	const response = await fetch(`${service.appUrl}/oauth/authorize`, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams([...fields, ['member_id', service.ids.members.ada], ['decision', decision]]),
	});
	return response.headers.get('location') ?? '';
}
