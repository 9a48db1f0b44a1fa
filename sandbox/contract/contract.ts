import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
	listOperations,
	loadDocument,
	type ApiDocument,
	type Operation,
	type Parameter,
	type ResponseDescription,
	type Schema,
} from './document';

/** The service did something that its document does not allow. This is a bug of the service. */
export interface ContractViolation {
	at: string;
	/** The operationId, or the event type. */
	where: string;
	problem: string;
}

/** A response before it is sent. */
export interface OutgoingAnswer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string | number | string[] | undefined>;
	body: string;
}

/** Fastify's name for a part of a request. */
type RequestPart = 'body' | 'params' | 'querystring';

/** The compiled OpenAPI document. It checks requests, responses and events. */
export class Contract {
	readonly operations: Operation[];

	/**
	 * Checks bodies, paths and responses without converting values. A query string is text, so its values are
	 * converted. A single value stays a text there, or becomes a list of one where the schema wants a list.
	 */
	private readonly exact = addFormats(new Ajv2020({ strict: false, allErrors: true }));

	private readonly coercing = addFormats(
		new Ajv2020({ strict: false, allErrors: true, coerceTypes: 'array', useDefaults: true }),
	);

	/** By operationId. Ajv compiles each schema object once, so that later services of the process share the work. */
	private readonly requestParts: Map<string, Partial<Record<RequestPart, Schema>>>;

	private static instance: Promise<Contract> | undefined;

	private constructor(readonly document: ApiDocument) {
		this.operations = listOperations(this.document);
		this.requestParts = new Map(
			this.operations.map((operation) => [operation.operationId, requestSchemas(operation)]),
		);
	}

	/** Loads the contract. It never changes, so all services of the process share one. */
	static async load(): Promise<Contract> {
		Contract.instance ??= loadDocument().then((document) => new Contract(document));
		return await Contract.instance;
	}

	/** The schemas of an operation's request, in the form for Fastify. */
	requestSchemas({ operationId }: Operation): Partial<Record<RequestPart, Schema>> {
		return { ...this.requestParts.get(operationId) };
	}

	/**
	 * Makes the check that Fastify runs on one part of a request. An optional body may be missing. The first request
	 * compiles the schema, because a service rarely gets requests for all operations.
	 */
	requestValidator(schema: Schema, part: string | undefined, isOptional = false) {
		const ajv = part === 'querystring' ? this.coercing : this.exact;
		return (value: unknown) => {
			const validate = ajv.compile(schema);
			// Fastify passes null for a missing body.
			if ((isOptional && value === null) || validate(value)) return { value };
			const place = part === 'querystring' ? 'query' : (part ?? 'request');
			return { error: new Error(`${place}: ${describe(validate.errors)}`) };
		};
	}

	/**
	 * Checks a response against the document.
	 *
	 * @returns the problem, or undefined
	 */
	checkAnswer(operation: Operation, answer: OutgoingAnswer): string | undefined {
		const description = operation.responses[String(answer.status)];
		if (!description) return `status ${answer.status} is not described`;
		return this.checkHeaders(description, answer) ?? this.checkBody(description, answer);
	}

	/**
	 * Checks an event against the `webhooks` of the document. Types outside of the document are custom events.
	 *
	 * @returns the problem, or undefined
	 */
	checkEvent(event: { type: string }): string | undefined {
		const body = this.document.webhooks[event.type]?.post?.requestBody;
		const schema = body?.content['application/json']?.schema;
		return schema && this.problem(schema, event);
	}

	private checkHeaders(description: ResponseDescription, { headers }: OutgoingAnswer): string | undefined {
		for (const [name, header] of Object.entries(description.headers ?? {})) {
			const value = headers[name.toLowerCase()];
			if (value === undefined && header.required) return `header ${name} is missing`;
			const problem = value === undefined ? undefined : this.problem(header.schema, value);
			if (problem) return `header ${name}: ${problem}`;
		}
		return undefined;
	}

	private checkBody(description: ResponseDescription, { headers, body }: OutgoingAnswer): string | undefined {
		if (!description.content) return body === '' ? undefined : 'a body where none is described';
		const mediaType = String(headers['content-type'] ?? '').split(';')[0] ?? '';
		const schema = description.content[mediaType]?.schema;
		if (!schema) return `content type "${mediaType}" is not described`;
		return this.problem(schema, mediaType === 'application/json' ? JSON.parse(body) : body);
	}

	private problem(schema: Schema, value: unknown): string | undefined {
		const validate = this.exact.compile(schema);
		return validate(value) ? undefined : describe(validate.errors);
	}
}

function requestSchemas(operation: Operation): Partial<Record<RequestPart, Schema>> {
	const body = operation.requestBody?.content['application/json']?.schema;
	return {
		params: parametersSchema(operation, 'path'),
		querystring: parametersSchema(operation, 'query'),
		...(body ? { body } : {}),
	};
}

function parametersSchema(operation: Operation, place: Parameter['in']): Schema {
	const parameters = operation.parameters.filter((parameter) => parameter.in === place);
	return {
		type: 'object',
		properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
		required: parameters.filter(({ required }) => required).map(({ name }) => name),
	};
}

function describe(errors: ErrorObject[] | null | undefined): string {
	return (errors ?? [])
		.map(({ instancePath, message = 'does not fit', params }) => {
			const allowed: unknown = params.allowedValues;
			const hint = Array.isArray(allowed) ? ` (${allowed.join(', ')})` : '';
			return `${instancePath.slice(1).replaceAll('/', '.')} ${message}${hint}`.trim();
		})
		.join('; ');
}
