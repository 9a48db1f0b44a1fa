import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/**
 * n8n's credential helper without its database. It provides one credential. The type of the credential adds the
 * header to a request, as in n8n (`credentials-helper.js`).
 */
export class OneCredential extends ICredentialsHelper {
	constructor(
		public data: ICredentialDataDecryptedObject,
		private readonly type: ICredentialType,
	) {
		super();
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function')
			throw new Error('The credential type has no function to sign requests.');
		return await authenticate(credentials, requestOptions);
	}

	/** As in n8n: `raw` leaves expressions unresolved. */
	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_credential: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolving?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = { ...this.data };
		if (raw || !resolving) return data;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = resolving;
		const value = workflow.expression.getParameterValue(
			data as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{ $vars: additionalData.variables },
			executeData,
			false,
			data,
		);
		return value as ICredentialDataDecryptedObject;
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
