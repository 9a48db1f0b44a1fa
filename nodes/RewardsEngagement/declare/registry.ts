import type { LocalOperation, Operation } from './operation';
import type { ListSearchMethod, Resource } from './resource';

/** The place of an operation. `resource.name` identifies it in saved workflows, the API document, tests and tables. */
export interface OperationPlace {
	resource: string;
	name: string;
}

export type RegisteredOperation = (Operation | LocalOperation) & OperationPlace;

/** An operation with an endpoint. */
export type RemoteOperation = Operation & OperationPlace;

/** Resources of the node with their operations, by name. */
export class Registry {
	/** All operations, resource by resource. */
	readonly operations: readonly RegisteredOperation[];

	private readonly byKey: ReadonlyMap<string, RegisteredOperation>;

	/** The names of the sensitive fields of all resources. */
	readonly sensitive: readonly string[];

	/** @param resources by their names in saved workflows */
	constructor(readonly resources: Readonly<Record<string, Resource>>) {
		this.sensitive = [...new Set(Object.values(resources).flatMap(({ sensitive = [] }) => sensitive))];
		this.operations = Object.entries(resources).flatMap(([key, { operations }]) =>
			Object.entries(operations).map(([name, operation]) => ({ ...operation, resource: key, name })),
		);
		this.byKey = new Map(this.operations.map((operation) => [keyOf(operation), operation]));
	}

	/** The operations with an endpoint. */
	get remoteOperations(): readonly RemoteOperation[] {
		return this.operations.filter((one): one is RemoteOperation => !('run' in one) && !one.asksAnything);
	}

	/** The lists of all resource locators, by the name in a locator. */
	get listSearch(): Record<string, ListSearchMethod> {
		return Object.fromEntries(
			Object.values(this.resources).flatMap(({ listSearch = {} }) => Object.entries(listSearch)),
		);
	}

	/** `undefined` if there is no such operation. */
	find(place: OperationPlace): RegisteredOperation | undefined {
		return this.byKey.get(keyOf(place));
	}
}

/** `resource.operation`, the unique name of an operation. */
export function keyOf({ resource, name }: OperationPlace): string {
	return `${resource}.${name}`;
}
