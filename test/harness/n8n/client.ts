import { parse as parseFlatted } from 'flatted';

import { waitFor } from '../process/wait';

const START_TIMEOUT_MS = 120_000;
/** More than twice n8n's own limit, because a busy machine must not fail a test. */
const PUBLICATION_TIMEOUT_MS = 180_000;
const EXECUTION_TIMEOUT_MS = 120_000;
/** Statuses of an execution that may still change. */
const UNFINISHED = ['new', 'running', 'waiting'];

/** n8n refused a request. The message contains n8n's own response. */
export class N8nError extends Error {
	constructor(
		readonly status: number,
		request: string,
		answer: string,
	) {
		super(`n8n responded to ${request} with ${status}: ${answer}`);
		this.name = 'N8nError';
	}
}

export interface Login {
	email: string;
	/** 8 to 64 characters, at least one digit and one capital letter. */
	password: string;
}

export interface CredentialInput {
	name: string;
	/** Name of the credential type, such as `rewardsEngagementApi`. */
	type: string;
	data: Record<string, unknown>;
}

export interface CredentialReference {
	id: string;
	name: string;
}

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	webhookId?: string;
	credentials?: Record<string, CredentialReference>;
	[setting: string]: unknown;
}

/** The content of a workflow file. */
export interface WorkflowInput {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** Items by the node that outputs them without running. */
	pinData?: Record<string, RunItem[]>;
}

export interface Workflow extends WorkflowInput {
	id: string;
	versionId: string;
	active: boolean;
}

export interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

export interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	startedAt: string | null;
	stoppedAt: string | null;
}

export interface RunItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	/** Files of the item by field. Their content is in n8n's storage. */
	binary?: Record<string, { fileName?: string; mimeType: string; bytes?: number; id?: string }>;
}

export interface NodeRun {
	/** Milliseconds since 1970. */
	startTime: number;
	executionStatus?: string;
	executionTime?: number;
	error?: { message: string; description?: string | null };
	/** Visible above the output. */
	hints?: Array<{ message: string }>;
	/** The items per output: `data.main[output][item].json`. */
	data?: { main: Array<RunItem[] | null> };
	[key: string]: unknown;
}

export interface ExecutionData {
	resultData: {
		/** Runs per node name, one per time the node ran. */
		runData: Record<string, NodeRun[]>;
		error?: { message: string; description?: string | null };
		lastNodeExecuted?: string;
	};
	[key: string]: unknown;
}

export interface Execution extends ExecutionSummary {
	data: ExecutionData;
}

export interface InstalledPackage {
	packageName: string;
	installedVersion: string;
	/** `type` is the full node type, `<package>.<node>`. */
	installedNodes: Array<{ name: string; type: string; latestVersion: number }>;
	failedLoading?: boolean;
}

export interface NodeTypeSummary {
	name: string;
	displayName: string;
	version: number | number[];
	[key: string]: unknown;
}

export interface CredentialTypeSummary {
	name: string;
	displayName: string;
	[key: string]: unknown;
}

/** A file for the editor. */
export interface ServedFile {
	status: number;
	contentType: string;
	text: string;
}

export interface LocatorQuery {
	nodeType: string;
	typeVersion: number;
	/** The parameter of the list, such as `parameters.serviceId`. */
	path: string;
	/** Name of the node's listSearch method. */
	methodName: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
	filter?: string;
	paginationToken?: string;
}

export interface LocatorResults {
	results: Array<{ name: string; value: string | number | boolean; url?: string }>;
	paginationToken?: unknown;
}

/** A value in a data table. A date is ISO text. */
type TableValue = string | number | boolean | null;

export interface DataTableInput {
	name: string;
	columns: Array<{ name: string; type: 'string' | 'number' | 'boolean' | 'date' }>;
	rows: Array<Record<string, TableValue>>;
}

/** A data table in the owner's own project. */
export interface DataTable {
	id: string;
	projectId: string;
}

/** The report of n8n's rules, with those that find something (n8n, `breaking-changes.controller.js`). */
export interface BreakingChanges {
	instanceResults: Array<{ ruleId: string; ruleTitle: string }>;
	workflowResults: Array<{ ruleId: string; ruleTitle: string; nbAffectedWorkflows: number }>;
}

/** Does everything that the editor does, over the same REST interface. */
export class N8nClient {
	/**
	 * @param cookie the session of another client. n8n accepts five logins of a user per minute
	 * (n8n, `auth.controller.js`).
	 */
	constructor(
		readonly url: string,
		private cookie = '',
	) {}

	/** The cookie of the session. Empty before the login. */
	get session(): string {
		return this.cookie;
	}

	/** Creates the owner of a new n8n and stays logged in as the owner. */
	async setUpOwner({ email, password }: Login, firstName = 'Demo', lastName = 'Owner'): Promise<void> {
		await this.waitForRest();
		await this.post('/rest/owner/setup', { email, password, firstName, lastName });
	}

	/** n8n 1 reports that it is ready before it serves this interface. */
	private async waitForRest(): Promise<void> {
		await waitFor('n8n to respond with the logged-in user', START_TIMEOUT_MS, async () => {
			const answer = await this.file('rest/login').catch(() => undefined);
			return answer?.status === 200 || answer?.status === 401 || undefined;
		});
	}

	async login({ email, password }: Login): Promise<void> {
		await this.waitForRest();
		await this.post('/rest/login', { emailOrLdapLoginId: email, password });
	}

	/**
	 * Makes n8n install a community package, like Settings > Community nodes > Install. Without a version it installs
	 * the newest one.
	 */
	async installPackage(name: string, version?: string): Promise<InstalledPackage> {
		return await this.post('/rest/community-packages', { name, version });
	}

	/** Makes n8n replace a community package by another version of it. */
	async updatePackage(name: string, version: string): Promise<InstalledPackage> {
		return await this.request('PATCH', '/rest/community-packages', { name, version });
	}

	/** The packages in Settings > Community nodes. */
	async listPackages(): Promise<InstalledPackage[]> {
		return await this.get('/rest/community-packages');
	}

	/** Every node type of n8n. The list has about 18 MB, so keep only what you need. */
	async listNodeTypes(): Promise<NodeTypeSummary[]> {
		return JSON.parse(await this.text('GET', '/types/nodes.json')) as NodeTypeSummary[];
	}

	async listCredentialTypes(): Promise<CredentialTypeSummary[]> {
		return JSON.parse(await this.text('GET', '/types/credentials.json')) as CredentialTypeSummary[];
	}

	/** A file that the editor loads, such as an icon or an output schema. Every status counts as a response. */
	async file(path: string): Promise<ServedFile> {
		const response = await this.fetch('GET', `/${path}`);
		const contentType = response.headers.get('content-type') ?? '';
		return { status: response.status, contentType, text: await response.text() };
	}

	/**
	 * Runs the test of a credential.
	 *
	 * @param id of the stored credential. n8n 2 also tests one that is not stored.
	 */
	async testCredential(
		{ name, type, data }: CredentialInput,
		id = '',
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.post('/rest/credentials/test', { credentials: { id, name, type, data } });
	}

	async createCredential(input: CredentialInput): Promise<CredentialReference> {
		const { id, name } = await this.post<CredentialReference>('/rest/credentials', input);
		return { id, name };
	}

	async updateCredential({ id }: CredentialReference, input: CredentialInput): Promise<void> {
		await this.request('PATCH', `/rest/credentials/${id}`, input);
	}

	/** Creates a key for n8n's own API, like Settings > n8n API. */
	async createApiKey(label: string, scopes: string[]): Promise<string> {
		const body = { label, scopes, expiresAt: null };
		return (await this.post<{ rawApiKey: string }>('/rest/api-keys', body)).rawApiKey;
	}

	async createDataTable({ name, columns, rows }: DataTableInput): Promise<DataTable> {
		const { id: projectId } = await this.get<{ id: string }>('/rest/projects/personal');
		const { id } = await this.post<{ id: string }>(`/rest/projects/${projectId}/data-tables`, {
			name,
			columns,
		});
		await this.post(`/rest/projects/${projectId}/data-tables/${id}/insert`, { data: rows });
		return { id, projectId };
	}

	/** Sets values in every row. */
	async updateDataTable({ id, projectId }: DataTable, values: Record<string, TableValue>): Promise<void> {
		await this.request('PATCH', `/rest/projects/${projectId}/data-tables/${id}/rows`, {
			filter: { type: 'and', filters: [{ columnName: 'id', condition: 'gt', value: 0 }] },
			data: values,
		});
	}

	async deleteDataTable({ id, projectId }: DataTable): Promise<void> {
		await this.request('DELETE', `/rest/projects/${projectId}/data-tables/${id}`);
	}

	async createWorkflow(workflow: WorkflowInput): Promise<Workflow> {
		// n8n 1 needs the value of `active`. Without pinned data, "Execute step" of n8n 2.41 fails with
		// "Cannot read properties of null".
		return await this.post('/rest/workflows', { active: false, pinData: {}, ...workflow });
	}

	/** The problems that n8n's own rules find for the next major version. */
	async breakingChanges(version: 'v3'): Promise<BreakingChanges> {
		const { report } = await this.post<{ report: BreakingChanges }>(
			`/rest/breaking-changes/report/refresh?version=${version}`,
			{},
		);
		return report;
	}

	/** Every workflow of this n8n. */
	async listWorkflows(): Promise<Array<Pick<Workflow, 'id' | 'name'>>> {
		return await this.get('/rest/workflows');
	}

	async getWorkflow(id: string): Promise<Workflow> {
		return await this.get(`/rest/workflows/${id}`);
	}

	/** Saves a changed workflow as a new draft. The published version is unchanged until the next publication. */
	async updateWorkflow(workflow: Workflow): Promise<Workflow> {
		const { name, nodes, connections, settings, versionId } = workflow;
		return await this.request('PATCH', `/rest/workflows/${workflow.id}`, {
			name,
			nodes,
			connections,
			settings,
			versionId,
		});
	}

	/**
	 * Publishes a version and waits until n8n has registered its triggers, which happens after the response.
	 *
	 * @throws Error with the message of a trigger that could not be registered.
	 */
	async publish({ id, versionId }: Pick<Workflow, 'id' | 'versionId'>): Promise<void> {
		await this.post(`/rest/workflows/${id}/activate`, { versionId });
		const status = await this.waitForPublication(id);
		if (status.status === 'published') return;
		const reasons = status.triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
		throw new Error(
			`n8n could not publish the workflow: ${reasons.join('; ') || `its status is ${status.status}`}`,
		);
	}

	/** Unpublishes a workflow, and waits until n8n has removed its triggers, which also happens after the response. */
	async unpublish(workflowId: string): Promise<void> {
		await this.post(`/rest/workflows/${workflowId}/deactivate`, {});
		await this.waitForPublication(workflowId);
	}

	/**
	 * Waits until n8n has registered or removed the workflow's triggers. It tries a trigger five times within 15 s
	 * before it reports `failed`. An older n8n has finished, or refused, by the time of the response.
	 */
	async waitForPublication(workflowId: string): Promise<PublicationStatus> {
		return await waitFor('n8n to register or remove the triggers', PUBLICATION_TIMEOUT_MS, async () => {
			const status = await this.publicationStatus(workflowId);
			return status.status === 'in_progress' ? undefined : status;
		});
	}

	private async publicationStatus(workflowId: string): Promise<PublicationStatus> {
		try {
			return await this.get(`/rest/workflows/${workflowId}/publication-status`);
		} catch (error) {
			if (!(error instanceof N8nError && error.status === 404)) throw error;
			const { active } = await this.getWorkflow(workflowId);
			return { status: active ? 'published' : 'not_published', triggers: [] };
		}
	}

	/** Archives a workflow, which also unpublishes it, and deletes it permanently. */
	async deleteWorkflow(workflowId: string): Promise<void> {
		await this.post(`/rest/workflows/${workflowId}/archive`, {});
		await this.waitForPublication(workflowId);
		await this.request('DELETE', `/rest/workflows/${workflowId}`);
	}

	/** The executions of a workflow, newest first, including running ones. */
	async listExecutions(workflowId: string, limit = 50): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.get<{ results: ExecutionSummary[] }>(
			`/rest/executions?limit=${limit}&filter=${filter}`,
		);
		return results;
	}

	/** Waits until the workflow has run and all its executions have ended. Returns them, the newest first. */
	async waitForExecutions(workflowId: string): Promise<ExecutionSummary[]> {
		return await waitFor('n8n to run the workflow', EXECUTION_TIMEOUT_MS, async () => {
			const executions = await this.listExecutions(workflowId);
			const finished = executions.every(({ status }) => !UNFINISHED.includes(status));
			return executions.length > 0 && finished ? executions : undefined;
		});
	}

	async getExecution(id: string): Promise<Execution> {
		const execution = await this.get<Omit<Execution, 'data'> & { data: string }>(`/rest/executions/${id}`);
		return { ...execution, data: parseFlatted(execution.data) as ExecutionData };
	}

	/**
	 * Does the same as "Retry" in the list of executions: runs a failed one again with its own data, and waits for
	 * the end.
	 *
	 * @param how `loadWorkflow` retries with the saved workflow, otherwise with the original one
	 */
	async retryExecution(id: string, how = { loadWorkflow: false }): Promise<void> {
		await this.post(`/rest/executions/${id}/retry`, how);
	}

	/**
	 * Starts the workflow at a trigger, or makes n8n listen on the trigger's test URL.
	 *
	 * @param chatSessionId For a chat trigger: makes n8n listen at `/webhook-test/<workflow id>/<session>`, like the
	 * chat beside the editor.
	 */
	async run(
		workflow: Workflow,
		trigger: string,
		chatSessionId?: string,
	): Promise<{ executionId?: string; waitingForWebhook?: boolean }> {
		const body = { workflowData: workflow, triggerToStartFrom: { name: trigger }, chatSessionId };
		return await this.post(`/rest/workflows/${workflow.id}/run`, body);
	}

	/** Runs a manually started workflow, and waits for its end. */
	async runToEnd(workflow: Workflow, trigger: string, timeoutMs = EXECUTION_TIMEOUT_MS): Promise<Execution> {
		const { executionId } = await this.run(workflow, trigger);
		if (executionId === undefined)
			throw new Error(`"${trigger}" waits for a call, and cannot be started manually.`);
		return await this.endOf(workflow, executionId, timeoutMs);
	}

	/**
	 * Does the same as "Execute step", and waits for the end.
	 *
	 * @param runData the runs of earlier nodes, from an earlier execution. Without them n8n starts at the first node.
	 */
	async runStep(
		workflow: Workflow,
		nodeName: string,
		runData?: Record<string, NodeRun[]>,
	): Promise<Execution> {
		const { executionId } = await this.post<{ executionId: string }>(`/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			destinationNode: { nodeName, mode: 'inclusive' },
			runData,
		});
		return await this.endOf(workflow, executionId);
	}

	private async endOf(
		workflow: Workflow,
		executionId: string,
		timeoutMs = EXECUTION_TIMEOUT_MS,
	): Promise<Execution> {
		return await waitFor('the workflow to end', timeoutMs, async () => {
			// n8n 2.20 cannot return an execution while it writes it.
			const listed = (await this.listExecutions(workflow.id)).find(({ id }) => id === executionId);
			const isOver = listed !== undefined && !UNFINISHED.includes(listed.status);
			return isOver ? await this.getExecution(executionId) : undefined;
		});
	}

	/** Stops the listening that `run` started. */
	async stopListening(workflowId: string): Promise<void> {
		await this.request('DELETE', `/rest/test-webhook/${workflowId}`);
	}

	/** The entries in the list of a resource locator. */
	async searchLocator(query: LocatorQuery): Promise<LocatorResults> {
		return await this.post('/rest/dynamic-node-parameters/resource-locator-results', {
			nodeTypeAndVersion: { name: query.nodeType, version: query.typeVersion },
			path: query.path,
			methodName: query.methodName,
			currentNodeParameters: query.parameters,
			credentials: query.credentials,
			filter: query.filter,
			paginationToken: query.paginationToken,
		});
	}

	private async get<T>(path: string): Promise<T> {
		return await this.request('GET', path);
	}

	private async post<T>(path: string, body: unknown): Promise<T> {
		return await this.request('POST', path, body);
	}

	/** n8n wraps its responses in `data`. */
	private async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const text = await this.text(method, path, body);
		return (text === '' ? {} : (JSON.parse(text) as { data: T })).data as T;
	}

	private async text(method: string, path: string, body?: unknown): Promise<string> {
		const response = await this.fetch(method, path, body);
		const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.slice(0, session.indexOf(';'));
		const text = await response.text();
		if (!response.ok) throw new N8nError(response.status, `${method} ${path}`, answerOf(text));
		return text;
	}

	private async fetch(method: string, path: string, body?: unknown): Promise<Response> {
		return await fetch(`${this.url}${path}`, {
			method,
			headers: {
				cookie: this.cookie,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	}
}

/** n8n's errors are JSON with a `message`. Any other text is returned, but shortened. */
function answerOf(text: string): string {
	try {
		const { message, description, hint } = JSON.parse(text) as Record<string, unknown>;
		return (
			[message, description, hint].filter((part) => typeof part === 'string').join(' ') || text.slice(0, 500)
		);
	} catch {
		return text.slice(0, 500);
	}
}
