import type { INodeProperties } from 'n8n-workflow';

import type { OperationPlace } from './registry';

/** The parameters that an operation shows, in order. */
interface Shown {
	place: OperationPlace;
	properties: readonly INodeProperties[];
}

/** A parameter, and everywhere it is shown. */
interface Shared {
	/** The same text for the same parameter. */
	text: string;
	property: INodeProperties;
	places: OperationPlace[];
}

/**
 * The parameters of all operations as one list in which n8n finds those of each in their order. Parameters that
 * several operations have alike, their own conditions included, are one parameter shown for all of them: n8n loads the
 * list, and sends it to every editor.
 */
export function showingAt(operations: readonly Shown[]): INodeProperties[] {
	const merged: Shared[] = [];
	for (const { place, properties } of operations) {
		let next = 0;
		for (const property of properties) {
			const text = JSON.stringify(property);
			const found = merged.findIndex((shared, index) => index >= next && shared.text === text);
			if (found >= 0) merged[found]?.places.push(place);
			else merged.splice(next, 0, { text, property, places: [place] });
			next = (found >= 0 ? found : next) + 1;
		}
	}
	return merged.flatMap(({ property, places }) =>
		conditionsOf(places).map((show) => ({
			...property,
			displayOptions: { ...property.displayOptions, show: { ...show, ...property.displayOptions?.show } },
		})),
	);
}

/** What n8n shows is each of the resources with each of the operations: resources with the same operations go together. */
function conditionsOf(places: readonly OperationPlace[]): Array<{ resource: string[]; operation: string[] }> {
	const namesOf = new Map<string, string[]>();
	for (const { resource, name } of places) namesOf.set(resource, [...(namesOf.get(resource) ?? []), name]);
	const conditions = new Map<string, { resource: string[]; operation: string[] }>();
	for (const [resource, names] of namesOf) {
		const key = [...names].sort().join();
		const known = conditions.get(key);
		if (known) known.resource.push(resource);
		else conditions.set(key, { resource: [resource], operation: names });
	}
	return [...conditions.values()];
}
