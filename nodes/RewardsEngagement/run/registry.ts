import type { LocalOperation, Operation } from './operation';
import type { ListSearchMethod, Resource } from './resource';

/** Where an operation is found: `resource.name` names it in saved workflows, the API document, tests and tables. */
export interface OperationPlace {
	/** The key of its resource. */
	resource: string;
	/** Its key in the resource. */
	name: string;
}

export type RegisteredOperation = (Operation | LocalOperation) & OperationPlace;

/** One that has an endpoint. */
export type RemoteOperation = Operation & OperationPlace;

/** Every resource of the node with its operations, by their names. */
export class Registry {
	/** All operations, resource by resource. */
	readonly operations: readonly RegisteredOperation[];

	private readonly byKey: ReadonlyMap<string, RegisteredOperation>;

	/** @param resources the key is the resource's name in saved workflows */
	constructor(readonly resources: Readonly<Record<string, Resource>>) {
		this.operations = Object.entries(resources).flatMap(([key, { operations }]) =>
			Object.entries(operations).map(([name, operation]) => ({ ...operation, resource: key, name })),
		);
		this.byKey = new Map(this.operations.map((operation) => [keyOf(operation), operation]));
	}

	/** The operations that have an endpoint. */
	get remoteOperations(): readonly RemoteOperation[] {
		return this.operations.filter((one): one is RemoteOperation => !('run' in one) && !one.asksAnything);
	}

	/** The lists of all resource locators, by the name that a locator gives. */
	get listSearch(): Record<string, ListSearchMethod> {
		return Object.assign({}, ...Object.values(this.resources).map(({ listSearch }) => listSearch)) as Record<
			string,
			ListSearchMethod
		>;
	}

	/** `undefined` when there is no such operation. */
	find(place: OperationPlace): RegisteredOperation | undefined {
		return this.byKey.get(keyOf(place));
	}
}

/** `resource.operation`, the one name of an operation. */
export function keyOf({ resource, name }: OperationPlace): string {
	return `${resource}.${name}`;
}
