import type { Linter } from 'eslint';

/** A folder and the folders that its files may import, all from the root of the project. */
export interface Layer {
	room: string;
	mayImport: string[];
	/** The packages it may import; any, unless told. */
	packages?: string[];
}

export const layers: Layer[];
export const layerRules: Linter.Config[];
