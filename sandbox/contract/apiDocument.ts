import { bundleDocument, resolved, type ApiDocument, type Components } from './document';
import { exampleCarriers, exampleOf } from './examples';

/** Gives every parameter, header and body the example that follows from its schema, unless it has one. */
async function addExamples(document: ApiDocument): Promise<void> {
	const whole = await resolved(document);
	const schemas = new Map(exampleCarriers(whole).map(({ place, carrier }) => [place, carrier.schema]));
	for (const { place, carrier } of exampleCarriers(document)) {
		carrier.example ??= exampleOf(schemas.get(place) ?? carrier.schema, place);
	}
}

/** Takes out the components that no operation comes to; the sandbox's own records are made of some of them. */
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
 * The whole document in one piece, as any tool for OpenAPI takes it, with an example for every request and answer.
 * @throws Error naming the place that no example can be made for
 */
export async function apiDocument(): Promise<ApiDocument> {
	const document = await bundleDocument();
	dropUnused(document);
	await addExamples(document);
	return document;
}
