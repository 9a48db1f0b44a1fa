import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A JSON Schema of the document, with every `$ref` replaced by what it points to. */
export type Schema = Record<string, unknown>;

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header' | 'cookie';
	required?: boolean;
	schema: Schema;
}

export interface MediaType {
	schema: Schema;
}

export interface ResponseDescription {
	description: string;
	headers?: Record<string, { required?: boolean; schema: Schema }>;
	content?: Record<string, MediaType>;
}

export interface OperationObject {
	operationId: string;
	tags?: string[];
	summary?: string;
	description?: string;
	security?: Array<Record<string, string[]>>;
	parameters?: Parameter[];
	requestBody?: { required?: boolean; content: Record<string, MediaType> };
	responses: Record<string, ResponseDescription>;
	'x-certainty'?: 'S' | 'P' | 'I';
	'x-aliases'?: string[];
}

export type PathItem = { parameters?: Parameter[] } & Partial<Record<HttpMethod, OperationObject>>;

export interface ApiDocument {
	openapi: string;
	info: { title: string; version: string };
	security?: Array<Record<string, string[]>>;
	paths: Record<string, PathItem>;
	webhooks: Record<string, PathItem>;
	components: { schemas: Record<string, Schema> };
}

/** One operation of the document with what it inherits from its path and from the document filled in. */
export interface Operation extends OperationObject {
	/** Upper case, e.g. `PATCH`. */
	method: string;
	/** Path template as the document writes it, e.g. `/api/v1/exports/{jobId}`. */
	path: string;
	parameters: Parameter[];
	/** The scopes a key needs; undefined when the operation takes no key. */
	scopes: string[] | undefined;
}

const methods: readonly HttpMethod[] = ['get', 'post', 'put', 'patch', 'delete'];

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lookUp(root: unknown, reference: string): unknown {
	return reference
		.replace(/^#\//, '')
		.split('/')
		.reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), root);
}

/** Replaces every `$ref` by its target; keys next to a `$ref` win over the target's. The document has no cycles. */
function dereference(node: unknown, root: unknown): unknown {
	if (Array.isArray(node)) return node.map((item) => dereference(item, root));
	if (!isRecord(node)) return node;
	const { $ref: reference, ...own } = node;
	const resolved = Object.fromEntries(
		Object.entries(own).map(([name, value]) => [name, dereference(value, root)]),
	);
	if (typeof reference !== 'string') return resolved;
	const target = dereference(lookUp(root, reference), root);
	if (!isRecord(target)) throw new Error(`The document refers to ${reference}, which is not there.`);
	return { ...target, ...resolved };
}

/**
 * Reads `openapi.yaml` and resolves its references.
 * @throws when the file is not YAML or refers to something it does not have
 */
export function loadDocument(): ApiDocument {
	const root: unknown = parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8'));
	return dereference(root, root) as ApiDocument;
}

/** Every operation of the document, in its order. */
export function listOperations(document: ApiDocument): Operation[] {
	return Object.entries(document.paths).flatMap(([path, item]) =>
		methods.flatMap((method) => {
			const operation = item[method];
			if (!operation) return [];
			const security = operation.security ?? document.security ?? [];
			return [
				{
					...operation,
					method: method.toUpperCase(),
					path,
					parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
					scopes: security[0]?.apiKey,
				},
			];
		}),
	);
}
