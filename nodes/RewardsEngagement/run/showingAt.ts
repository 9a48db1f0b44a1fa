import type { INodeProperties } from 'n8n-workflow';

import type { OperationPlace } from './registry';

/** The parameters that an operation shows, in order. */
interface Shown {
	place: OperationPlace;
	properties: readonly INodeProperties[];
}

/** A parameter, with all places where it is shown. */
interface Shared {
	/** Identifies the parameter. */
	text: string;
	property: INodeProperties;
	places: OperationPlace[];
}

/**
 * The parameters of all operations as one list, in which n8n finds those of each operation in their order. Parameters
 * that several operations share, including their conditions, become one parameter. This saves space, because n8n
 * loads the list, and sends it to every editor.
 *
 * @param level `member` of a collection: conditions name the node's parameters by a path from the top. A member that
 * all operations have needs no condition.
 */
export function showingAt(
	operations: readonly Shown[],
	level: 'parameter' | 'member' = 'parameter',
): INodeProperties[] {
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
	const all = byResource(operations.map(({ place }) => place));
	return merged.flatMap(({ property, places }) => {
		if (level === 'member' && places.length === operations.length) return [property];
		return conditionsOf(places, all).map((condition) => {
			const show =
				level === 'parameter'
					? condition
					: Object.fromEntries(Object.entries(condition).map(([name, values]) => [`/${name}`, values]));
			const { displayOptions } = property;
			return {
				...property,
				displayOptions: { ...displayOptions, show: { ...show, ...displayOptions?.show } },
			};
		});
	});
}

interface Condition {
	resource: string[];
	/** By default, all. */
	operation?: string[];
}

/**
 * n8n combines each listed resource with each listed operation. So resources with the same operations are combined,
 * and so are resources with all their operations.
 */
function conditionsOf(
	places: readonly OperationPlace[],
	all: ReadonlyMap<string, readonly string[]>,
): Condition[] {
	const conditions = new Map<string, Condition>();
	for (const [resource, operation] of byResource(places)) {
		const isWhole = operation.length === all.get(resource)?.length;
		const key = isWhole ? '' : [...operation].sort().join();
		const known = conditions.get(key);
		if (known) known.resource.push(resource);
		else conditions.set(key, isWhole ? { resource: [resource] } : { resource: [resource], operation });
	}
	return [...conditions.values()];
}

/** The names of operations, by resource. */
function byResource(places: readonly OperationPlace[]): Map<string, string[]> {
	const names = new Map<string, string[]>();
	for (const { resource, name } of places) names.set(resource, [...(names.get(resource) ?? []), name]);
	return names;
}
