/**
 * Takes the place of npm when n8n's community package installer asks for *this* package. So n8n installs the packed
 * tarball with its own code, offline and before any publication. It passes every other package to the real npm.
 *
 * n8n runs these commands in this order:
 *
 * - `npm view <name>@<version>` checks that the version exists.
 * - `npm pack <name>@<version>` downloads into the current folder and prints the file's name.
 * - `npm install` runs inside the unpacked package.
 * - `npm outdated` lists packages.
 *
 * REWARDS_ENGAGEMENT_TARBALL is the tarball, REWARDS_ENGAGEMENT_PACKAGE its `name@version`, REWARDS_ENGAGEMENT_PATH
 * the PATH of the real npm.
 */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const {
	REWARDS_ENGAGEMENT_TARBALL: tarball = '',
	REWARDS_ENGAGEMENT_PACKAGE: specifier = '',
	REWARDS_ENGAGEMENT_PATH: realPath = '',
} = process.env;
const name = specifier.slice(0, specifier.lastIndexOf('@'));
const version = specifier.slice(specifier.lastIndexOf('@') + 1);
const [command = '', subject = ''] = process.argv.slice(2);

/** `npm install` runs in the folder of the unpacked package. */
function isOurs() {
	if (command === 'install') return path.basename(process.cwd()) === name;
	return subject === specifier || subject === name || subject === `${name}@latest`;
}

function answer() {
	switch (command) {
		case 'view':
			console.log(JSON.stringify(version));
			return 0;
		case 'pack': {
			const file = `${name}-${version}.tgz`;
			fs.copyFileSync(tarball, path.resolve(file));
			console.log(file);
			return 0;
		}
		case 'install': {
			const { dependencies = {} } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
			if (Object.keys(dependencies).length === 0) return 0;
			console.error('The package has runtime dependencies, and it must have none.');
			return 1;
		}
		default:
			console.error(`The stand-in for npm does not know "npm ${command}" for this package.`);
			return 1;
	}
}

function realNpm() {
	const env = { ...process.env, PATH: realPath };
	const result = spawnSync('npm', process.argv.slice(2), {
		env,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	return result.status ?? 1;
}

function main() {
	// A demo or a test does not need newer versions, and asking for them needs the network.
	if (command === 'outdated') {
		console.log('{}');
		return 0;
	}
	return isOurs() ? answer() : realNpm();
}

process.exitCode = main();
