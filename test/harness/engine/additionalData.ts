import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	ICredentialsHelper,
	setSafeRegexEngine,
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
 * n8n limits each of its checks of a locator to 250 ms of real time (`n8n-workflow`, `safe-regex.ts`). So on a busy
 * machine an execution can fail. Here they may take any time. Separate tests check that the package's own expressions
 * take linear time.
 */
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, flags))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

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

/** The parts of the stored workflow that the life cycle hooks need. */
const workflowRecord = {
	id: 'workflow',
	name: 'Test',
	nodes: [],
	connections: {},
	active: true,
	isArchived: false,
	createdAt: new Date(),
	updatedAt: new Date(),
	activeVersionId: null,
};

/** The additional data that n8n passes to every node. */
export function additionalDataOf(
	credentialsHelper: ICredentialsHelper,
	mode: WorkflowExecuteMode,
	executionId?: string,
	retryOfId?: string,
): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	const unused = (what: string) => () => {
		throw new Error(`The engine asked for ${what}, which is not provided here`);
	};
	return {
		executionId,
		credentialsHelper,
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks(mode, executionId ?? '1', workflowRecord, retryOfId),
		executeWorkflow: unused('a sub-workflow'),
		getRunExecutionData: unused('stored execution data'),
		getRuntimeCredential: unused('a runtime credential'),
		startRunnerTask: unused('a task runner'),
		logAiEvent: () => {},
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: base,
		formBaseUrl: `${base}/form`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		formTestBaseUrl: `${base}/form-test`,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		mcpBaseUrl: `${base}/mcp`,
		mcpTestBaseUrl: `${base}/mcp-test`,
	};
}
