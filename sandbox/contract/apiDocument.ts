import { bundleDocument, resolved, type ApiDocument, type Components } from './document';
import { exampleCarriers, exampleOf } from './examples';

/** Adds an example from the schema to every parameter, header and body without one. */
async function addExamples(document: ApiDocument): Promise<void> {
	const whole = await resolved(document);
	const schemas = new Map(exampleCarriers(whole).map(({ place, carrier }) => [place, carrier.schema]));
	for (const { place, carrier } of exampleCarriers(document)) {
		carrier.example ??= exampleOf(schemas.get(place) ?? carrier.schema, place);
	}
}

/** Removes the components that no operation uses. Only the sandbox's own records use some of them. */
function dropUnused({ paths, webhooks, components }: ApiDocument): void {
	const used = new Set<string>();
	const follow = (node: unknown): void => {
		for (const [reference, kind, name] of JSON.stringify(node).matchAll(/#\/components\/(\w+)\/(\w+)/g)) {
			if (used.has(reference)) continue;
			used.add(reference);
			follow(components[kind as keyof Components][name!]);
		}
	};
	follow({ paths, webhooks });
	for (const kind of ['schemas', 'parameters', 'responses'] as const) {
		for (const name of Object.keys(components[kind])) {
			if (!used.has(`#/components/${kind}/${name}`)) delete components[kind][name];
		}
	}
}

/**
 * The whole document in one piece, for any OpenAPI tool, with an example for every request and response.
 *
 * @throws Error with the place that has no possible example
 */
export async function apiDocument(): Promise<ApiDocument> {
	const document = await bundleDocument();
	dropUnused(document);
	await addExamples(document);
	return document;
}
