import fs from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

import { root } from '../project';

/** The workflow that publishes a tag. */
export const PUBLISH = '.github/workflows/publish.yml';

/** A step of the workflow, as in the file. */
export interface Step {
	id?: string;
	name?: string;
	uses?: string;
	run?: string;
	env?: Record<string, string>;
	with?: Record<string, unknown>;
}

export interface Job {
	name: string;
	outputs: Record<string, string>;
	steps: Step[];
}

/** What the rehearsal does for a step. */
export type Treatment =
	/** Runs its command. */
	| { does: 'run'; isLong?: boolean; without?: string; because?: string; before?: string }
	/** Gets the tagged commit, and nothing else. */
	| { does: 'check out' }
	/** Keeps files for other jobs, or gets them. */
	| { does: 'upload' | 'download' }
	/** Does nothing, for this reason. */
	| { does: 'nothing'; because: string };

export interface Planned {
	job: Job;
	steps: Array<{ title: string; step: Step; treatment: Treatment }>;
}

const run: Treatment = { does: 'run' };
/** CI has run these commands for each commit, so `--quick` leaves them out. */
const long: Treatment = { does: 'run', isLong: true };
const ownNode: Treatment = { does: 'nothing', because: 'the Node.js of this machine' };
const inPack: Treatment = { does: 'nothing', because: 'the same as in the job pack' };

/** Stands for the program `gh`. Fails when a file that it gets is missing or empty, and prints the rest. */
const GH = `gh() {
	for word; do
		case $word in *.tgz | *.json | *.md) test -s "$word" || { echo "There is no $word."; return 1; } ;; esac
	done
	echo "gh $*"
}`;

/** Every step by its job and its title. */
const TREATMENTS: Readonly<Record<string, Treatment>> = {
	'pack: actions/checkout': { does: 'check out' },
	'pack: actions/setup-node': ownNode,
	'pack: The tag, package.json and the changelog have the same version': run,
	'pack: npm run lint': long,
	'pack: npm run typecheck': long,
	'pack: npm run test:fast': long,
	'pack: npm run check:package': run,
	'pack: Pack': run,
	'pack: actions/upload-artifact': { does: 'upload' },

	'publish: actions/setup-node': ownNode,
	'publish: actions/download-artifact': { does: 'download' },
	'publish: The tarball is the one that was checked': run,
	'publish: npm publish ./*.tgz --provenance --access public --ignore-scripts': {
		does: 'run',
		without: ' --provenance',
		because: 'without --provenance, which npm signs only on GitHub. To a registry on this machine.',
	},

	'release: actions/download-artifact': { does: 'download' },
	'release: The tarball is the one that was checked': run,
	'release: actions/attest-build-provenance': {
		does: 'nothing',
		because: 'only GitHub can sign with the identity of the workflow',
	},
	'release: GitHub Release': {
		does: 'run',
		before: GH,
		because: 'up to the call of gh, because only GitHub has releases. Its files are there.',
	},

	'scan: actions/checkout': inPack,
	'scan: actions/setup-node': ownNode,
	'scan: npm ci': inPack,
	"scan: n8n's scanner on the published package": {
		does: 'nothing',
		because:
			'the scanner reads the provenance from npm first. "npm run check:package" scanned the same tarball and source.',
	},
};

/** The jobs of the workflow, in order. */
export function publishingJobs(): Job[] {
	const { jobs } = parse(fs.readFileSync(path.join(root, PUBLISH), 'utf8')) as {
		jobs: Record<string, Partial<Job>>;
	};
	return Object.entries(jobs).map(([name, { outputs = {}, steps = [] }]) => ({ name, outputs, steps }));
}

/**
 * What the rehearsal does for each step.
 *
 * @throws Error unless it knows every step, and every step that it knows is there
 */
export function planOf(jobs: readonly Job[]): Planned[] {
	const missing = new Set(Object.keys(TREATMENTS));
	const unknown: string[] = [];
	const plan = jobs.map((job) => ({
		job,
		steps: job.steps.map((step) => {
			const title = step.name ?? step.run ?? step.uses?.split('@')[0] ?? '';
			const key = `${job.name}: ${title}`;
			const treatment = TREATMENTS[key];
			if (!treatment) unknown.push(key);
			missing.delete(key);
			return { title, step, treatment: treatment ?? inPack };
		}),
	}));
	if (unknown.length > 0)
		throw new Error(`The rehearsal does not know these steps of ${PUBLISH}: ${unknown.join('; ')}`);
	if (missing.size > 0)
		throw new Error(`The rehearsal knows steps that are not in ${PUBLISH}: ${[...missing].join('; ')}`);
	return plan;
}

/** The command of a step for the rehearsal. */
export function commandOf(
	{ run: text = '' }: Step,
	{ without, before }: Treatment & { does: 'run' },
): string {
	if (without !== undefined && !text.includes(without)) throw new Error(`"${text}" has no "${without}".`);
	return [before, text.replace(without ?? '', '')].filter(Boolean).join('\n');
}

/**
 * Fills in `${{ … }}` in a value of the workflow.
 *
 * @param known the values by name, such as `steps.pack.outputs.sha256`
 */
export function fillIn(text: string, known: ReadonlyMap<string, string>): string {
	return text.replace(/\$\{\{ (\S+) \}\}/g, (_whole, name: string) => {
		const value = known.get(name);
		if (value === undefined) throw new Error(`The rehearsal has no value for ${name} in ${PUBLISH}.`);
		return value;
	});
}
