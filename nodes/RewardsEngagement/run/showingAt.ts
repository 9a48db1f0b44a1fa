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
 * As few conditions as possible, because n8n goes through all parameters twice for each execution. n8n combines each
 * listed resource with each listed operation. So resources share a condition if this adds no operation that exists.
 *
 * @param all the names of all operations, by resource
 */
export function conditionsOf(
	places: readonly OperationPlace[],
	all: ReadonlyMap<string, readonly string[]>,
): Condition[] {
	const shown = byResource(places);
	const groups: Array<{ resource: string[]; operation: Set<string> }> = [];
	for (const [resource, names] of shown) {
		const found = groups.find((group) => {
			const operation = new Set([...group.operation, ...names]);
			return [...group.resource, resource].every((one) =>
				all.get(one)?.every((name) => !operation.has(name) || shown.get(one)?.includes(name)),
			);
		});
		const group = found ?? { resource: [], operation: new Set() };
		if (!found) groups.push(group);
		group.resource.push(resource);
		for (const name of names) group.operation.add(name);
	}
	return groups.map(({ resource, operation }) =>
		resource.every((one) => shown.get(one)?.length === all.get(one)?.length)
			? { resource }
			: { resource, operation: [...operation] },
	);
}

/** The names of operations, by resource. */
export function byResource(places: readonly OperationPlace[]): Map<string, string[]> {
	const names = new Map<string, string[]>();
	for (const { resource, name } of places) names.set(resource, [...(names.get(resource) ?? []), name]);
	return names;
}
