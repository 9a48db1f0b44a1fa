import fs from 'node:fs';
import path from 'node:path';

import { build, type Plugin } from 'esbuild';

import { packageIdentity } from '../harness/n8n/open';

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'host');
const HOST = path.join(__dirname, '..', '..', 'nodes', 'RewardsEngagement', 'host');

/**
 * Writes the nodes that check the assumptions into a folder of custom nodes. They use the files of the package
 * installed in n8n, not those of the project.
 *
 * @returns the settings that make n8n load them
 */
export async function writeHostProbe(folder: string): Promise<Record<string, string>> {
	await build({
		entryPoints: [path.join(FIXTURES, 'HostProbe.node.ts')],
		outfile: path.join(folder, 'HostProbe.node.js'),
		bundle: true,
		platform: 'node',
		format: 'cjs',
		external: ['n8n-workflow'],
		plugins: [ofInstalledPackage],
		logLevel: 'silent',
	});
	// n8n loads one node per file, and the two share their results.
	fs.writeFileSync(
		path.join(folder, 'HostProbePoll.node.js'),
		"exports.HostProbePoll = require('./HostProbe.node.js').HostProbePoll;\n",
	);
	return { N8N_CUSTOM_EXTENSIONS: folder };
}

/** Replaces each file of host/ with the compiled file of the installed package. */
const ofInstalledPackage: Plugin = {
	name: 'of-installed-package',
	setup(bundler) {
		bundler.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
			if (path.dirname(file) !== HOST) return undefined;
			const compiled = `dist/nodes/RewardsEngagement/host/${path.basename(file, '.ts')}.js`;
			const { packageName } = packageIdentity();
			const installed = `/.n8n/nodes/node_modules/${packageName}/${compiled}`;
			return { contents: `module.exports = require(process.env.N8N_USER_FOLDER + '${installed}');` };
		});
	},
};
