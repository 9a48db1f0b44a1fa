import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	type Workflow,
} from 'n8n-workflow';

import { RewardsEngagementApi } from '../../credentials/RewardsEngagementApi.credentials';

/**
 * n8n's credential helper without its database: it hands out one credential, and adds the header to a request as n8n
 * does it, by resolving the expressions of the credential type (n8n, `credentials-helper.js`).
 */
export class OneCredential extends ICredentialsHelper {
	private readonly type = new RewardsEngagementApi();

	constructor(public data: ICredentialDataDecryptedObject) {
		super();
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const headers: Record<string, unknown> = { ...requestOptions.headers };
		for (const [name, value] of Object.entries(this.type.authenticate.properties.headers ?? {})) {
			headers[name] = workflow.expression.getSimpleParameterValue(node, value as string, 'internal', {
				$credentials: credentials,
			});
		}
		return { ...requestOptions, headers: headers as IHttpRequestOptions['headers'] };
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('The nodes must not ask for the encrypted credential');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
