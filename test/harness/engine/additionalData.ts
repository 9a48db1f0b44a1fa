import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData, WorkflowExecuteMode } from 'n8n-workflow';

import './regularExpressions';

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
