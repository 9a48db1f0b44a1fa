import type { Schemas } from '../../base/state';

export type PreData = Required<Schemas['ConditionPreData']>;

declare module '../../base/state' {
	interface Realm {
		/** By condition id. */
		preData: Map<string, PreData[]>;
	}
}
