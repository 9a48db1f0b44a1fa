import {
	NodeHelpers,
	type ICredentialType,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

/**
 * Every word that a saved workflow may hold, one a line: nodes, operations, parameters with their type and default
 * (n8n does not save what stands at its default), the values of menus, and the fields of credentials.
 */
export function vocabulary(nodes: INodeTypeDescription[], credentials: ICredentialType[]): string[] {
	const lines = [
		...nodes.flatMap(nodeWords),
		...credentials.flatMap(({ name, properties }) =>
			properties.map((property) => `${name} ${property.name} (${property.type})`),
		),
	];
	return [...new Set(lines)].sort();
}

function nodeWords(description: INodeTypeDescription): string[] {
	const menus = description.properties.filter(isMenu).map(({ name, default: usual, displayOptions }) => {
		const [resource = ''] = (displayOptions?.show?.resource ?? []) as string[];
		return words(description.name, resource, `${name} is ${JSON.stringify(usual)} unless saved`);
	});
	const situations = situationsOf(description).flatMap(({ name, values }) => {
		const place = words(description.name, name);
		const properties = description.properties.filter(
			(property) => !isMenu(property) && canShow(property, values),
		);
		return [place, ...properties.flatMap((property) => propertyWords(place, property))];
	});
	return [...menus, ...situations];
}

/** The two parameters that say what the node does. */
function isMenu({ name }: INodeProperties): boolean {
	return name === 'resource' || name === 'operation';
}

/** Whether the operation can show the parameter, which other parameters may also have a say in. */
function canShow({ displayOptions }: INodeProperties, values: INodeParameters): boolean {
	return Object.entries(values).every(([name, value]) => {
		const allowed = displayOptions?.show?.[name];
		return allowed === undefined || allowed.includes(value as string);
	});
}

function words(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}

/** What a node can be set to do: its operations, or for a node without a menu of them, one thing. */
export function situationsOf({
	properties,
}: INodeTypeDescription): Array<{ name: string; values: INodeParameters }> {
	const resource = properties.find(({ name }) => name === 'resource');
	if (!resource) return [{ name: '', values: {} }];
	return valuesOf(resource).flatMap((resourceName) => {
		const menus = properties.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resourceName) === true,
		);
		return menus.flatMap(valuesOf).map((operation) => ({
			name: `${resourceName}.${operation}`,
			values: { resource: resourceName, operation },
		}));
	});
}

/** The parameters that the editor shows once these are chosen. */
export function shownProperties(
	description: INodeTypeDescription,
	values: INodeParameters,
): INodeProperties[] {
	const node: Pick<INode, 'typeVersion'> = { typeVersion: 1 };
	return description.properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node, description),
	);
}

function propertyWords(place: string, property: INodeProperties): string[] {
	if (property.type === 'notice') return [];
	const here = words(place, property.name);
	const own = `${here} (${property.type}, ${JSON.stringify(property.default)})`;
	switch (property.type) {
		case 'options':
		case 'multiOptions':
			return [own, ...valuesOf(property).map((value) => `${here}=${value}`)];
		case 'resourceLocator':
			return [own, ...(property.modes ?? []).map(({ name }) => `${here} mode ${name}`)];
		case 'collection':
			return [
				own,
				...(property.options as INodeProperties[]).flatMap((option) => propertyWords(here, option)),
			];
		case 'fixedCollection':
			return [
				own,
				...(property.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
					values.flatMap((value) => propertyWords(`${here} ${name}`, value)),
				),
			];
		default:
			return [own];
	}
}

function valuesOf({ options = [] }: INodeProperties): string[] {
	return (options as INodePropertyOptions[]).map(({ value }) => String(value));
}
