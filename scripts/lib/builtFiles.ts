import { DESCRIPTION } from './derived/description';
import { manifest } from './project';

const NODES = 'nodes/RewardsEngagement';

/** The name of the file with what n8n loads when it starts, besides the nodes and the credential. */
export const START = 'start';

/** n8n needs all files of these folders when it starts. */
const ALL_AT_START = ['consentTrigger', 'fields', 'once'];

/** The files of this folder stay apart. `npm run compatibility` takes each of them from an installed package. */
export const APART = `${NODES}/host/`;

/** Where the build joins files, by the name of the joined file. */
export const JOINED = `${NODES}/[name]/index.js`;

/** The nodes and the credential, without an ending. Each is a separate file, which n8n loads. */
export function entryFiles(): string[] {
	const { credentials, nodes } = manifest().n8n;
	return [...credentials, ...nodes].map((file) => file.replace(/^dist\/(.*)\.js$/, '$1'));
}

/**
 * The name of the joined file that a source file goes into, unless n8n needs it when it starts: that of its folder. A
 * file in no folder has its own name.
 *
 * @param file its path in the project, with slashes
 */
export function joinedInto(file: string): string | undefined {
	if (file.startsWith(APART)) return undefined;
	const [, name = ''] = /^nodes\/RewardsEngagement\/(\w+)(?:\/|\.ts$)/.exec(file) ?? [];
	return ALL_AT_START.includes(name) ? START : name || undefined;
}

/** The built file of a source file, by its path in `dist`. Types and unused code leave no trace there. */
export function builtFrom(file: string): string {
	const module = file.replace(/\.ts$/, '');
	if (module === file) return file;
	if (module === DESCRIPTION) return `${module}.json`;
	const name = entryFiles().includes(module) ? undefined : joinedInto(file);
	return name === undefined ? `${module}.js` : joinedFile(name);
}

/** The path of a joined file in `dist`. */
export function joinedFile(name: string): string {
	return JOINED.replace('[name]', name);
}
