import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle, dereference, parse } from '@apidevtools/json-schema-ref-parser';

/** A JSON Schema of the document. */
export type Schema = Record<string, unknown>;

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header' | 'cookie';
	required?: boolean;
	schema: Schema;
	example?: unknown;
	/** `I` (inferred): no source states it, but its operation is better known. */
	'x-certainty'?: 'I';
}

export interface MediaType {
	schema: Schema;
	example?: unknown;
}

export interface ResponseDescription {
	description: string;
	headers?: Record<string, { required?: boolean; schema: Schema; example?: unknown }>;
	content?: Record<string, MediaType>;
}

export interface OperationObject {
	/** `<resource>.<operation>`. Nodes, sandbox and tests use this name. */
	operationId: string;
	tags?: string[];
	summary?: string;
	description?: string;
	security?: Array<Record<string, string[]>>;
	parameters?: Parameter[];
	requestBody?: { required?: boolean; content: Record<string, MediaType> };
	responses: Record<string, ResponseDescription>;
	'x-certainty'?: 'S' | 'P' | 'I';
	/**
	 * The effect of a repeated request: none (`read`), the same state (`replace`), or possibly the whole effect again
	 * (`once`).
	 */
	'x-effect'?: 'read' | 'replace' | 'once';
	'x-aliases'?: string[];
}

export type PathItem = { parameters?: Parameter[] } & Partial<Record<HttpMethod, OperationObject>>;

export interface Components {
	schemas: Record<string, Schema>;
	parameters: Record<string, Parameter>;
	responses: Record<string, ResponseDescription>;
	securitySchemes: Record<string, unknown>;
}

export interface ApiDocument {
	openapi: string;
	info: { title: string; version: string };
	tags: Array<{ name: string; description: string }>;
	security?: Array<Record<string, string[]>>;
	paths: Record<string, PathItem>;
	webhooks: Record<string, PathItem>;
	components: Components;
}

/** One operation of the document, with the parts that it inherits from its path and from the document. */
export interface Operation extends OperationObject {
	/** Upper case, e.g. `PATCH`. */
	method: string;
	/** Path template of the document, such as `/api/v1/exports/{jobId}`. */
	path: string;
	parameters: Parameter[];
	/** The scopes that a key needs, or undefined when the operation takes no key. */
	scopes: string[] | undefined;
}

/** The content of one resource's file. It has the shape of a document, so that an editor can follow its references. */
type Part = Partial<Pick<ApiDocument, 'tags' | 'paths' | 'webhooks'>> & { components?: Partial<Components> };

const FOLDER = join(__dirname, '..', 'openapi');
const ROOT = 'openapi.yaml';
const SHARED = 'shared.yaml';

const METHODS: readonly HttpMethod[] = ['get', 'post', 'put', 'patch', 'delete'];

/** The common responses of every operation that takes a key. An operation may define a different one per status. */
const COMMON_RESPONSES: Record<string, string> = {
	400: 'BadRequest',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'NotFound',
	429: 'TooManyRequests',
	500: 'ServerError',
};

/** A reference to a place in a file (RFC 6901). */
const pointer = (file: string, ...keys: string[]) =>
	`${file}#/${keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

/** Adds a new entry. @throws Error when it exists, because two files declare the same */
function declare<T>(records: Record<string, T>, name: string, value: T, file: string): void {
	if (name in records) throw new Error(`${file} declares ${name}, which another file declares too.`);
	records[name] = value;
}

function completeOperation(operation: OperationObject, path: string, tag: string | undefined): void {
	if (tag !== undefined) operation.tags ??= [tag];
	if (operation.security?.length === 0) return;
	for (const [status, name] of Object.entries(COMMON_RESPONSES)) {
		if (status === '404' && !path.includes('{')) continue;
		const reference = { $ref: pointer(SHARED, 'components', 'responses', name) };
		operation.responses[status] ??= reference as unknown as ResponseDescription;
	}
}

/** Adds the declarations of a file to the root: the tags, and a reference to everything else. */
function addPart(root: ApiDocument, file: string, part: Part): void {
	root.tags.push(...(part.tags ?? []));
	for (const kind of ['paths', 'webhooks'] as const) {
		for (const [name, item] of Object.entries(part[kind] ?? {})) {
			declare(root[kind], name, { $ref: pointer(file, kind, name) } as PathItem, file);
			for (const method of METHODS) {
				const operation = item[method];
				if (!operation) continue;
				if (kind === 'paths') completeOperation(operation, name, part.tags?.[0]?.name);
				else operation.tags ??= part.tags?.map((tag) => tag.name);
			}
		}
	}
	for (const [kind, components] of Object.entries(part.components ?? {})) {
		const known = (root.components[kind as keyof Components] ??= {}) as Record<string, unknown>;
		for (const name of Object.keys(components)) {
			declare(known, name, { $ref: pointer(file, 'components', kind, name) }, file);
		}
	}
}

/**
 * Reads the files of `openapi/` as one document, whose references all point into its components.
 *
 * @throws Error when a file is no YAML, has a broken reference, or repeats a declaration of another file
 */
export async function bundleDocument(): Promise<ApiDocument> {
	const { root, resolve } = await readDocument();
	return await bundle(join(FOLDER, ROOT), root, { resolve });
}

/** Reads the parts as one root, whose references point to the parts, and what follows these references. */
async function readDocument() {
	const files = (await readdir(FOLDER)).sort();
	const read = async (file: string) => [file, (await parse(join(FOLDER, file))) as unknown as Part] as const;
	const parts = new Map(await Promise.all(files.map(read)));
	const { openapi, info, ...rest } = parts.get(ROOT) as ApiDocument;
	const root: ApiDocument = { openapi, info, ...rest, tags: [], paths: {}, webhooks: {} };
	for (const [file, part] of parts) if (file !== ROOT) addPart(root, file, part);
	// Every file has been read and completed by now, so references use those parts.
	const known = ({ url }: { url: string }) => parts.get(url.slice(url.lastIndexOf('/') + 1)) as never;
	return { root, resolve: { file: { read: known } } };
}

/** A copy of a bundled document without references, which are replaced by their targets. */
export async function resolved(document: ApiDocument): Promise<ApiDocument> {
	return await dereference(structuredClone(document));
}

/** The document without references. */
export async function loadDocument(): Promise<ApiDocument> {
	const { root, resolve } = await readDocument();
	return await dereference(join(FOLDER, ROOT), root, { resolve });
}

/** Every operation of a document without references, in its order. */
export function listOperations(document: ApiDocument): Operation[] {
	return Object.entries(document.paths).flatMap(([path, item]) =>
		METHODS.flatMap((method) => {
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
