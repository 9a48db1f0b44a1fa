import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { runNpm } from '../../../scripts/lib/npm';
import { packCommit } from '../../../scripts/lib/packElsewhere';
import { root, type Manifest } from '../../../scripts/lib/project';
import { commandOf, planOf, publishingJobs, PUBLISH } from '../../../scripts/lib/release/publishing';
import { nextVersion } from '../../../scripts/lib/release/version';
import { readTarball, unpack } from '../../../scripts/lib/tarball';
import type { Registry } from './registry';

/** The version that users have, until something is released. What it stored must survive an update. */
const BEFORE_THE_FIRST_RELEASE = 'e81ca05bf89631482f6a9faf24e7b32983f76f74';

/** A packed version of the package. */
export interface Version {
	tarball: string;
	version: string;
}

/** The version that users have now: the last release. @param folder an empty folder */
export async function packLastRelease(folder: string): Promise<Version> {
	const tags = execFileSync('git', ['tag', '--list', 'v*', '--sort=-version:refname', '--merged'], {
		cwd: root,
		encoding: 'utf8',
	});
	const [last = BEFORE_THE_FIRST_RELEASE] = tags.split('\n').filter(Boolean);
	const tarball = await packCommit(last, folder);
	return { tarball, version: versionOf(tarball) };
}

/**
 * Packs a tarball again as the version that follows another one.
 *
 * @param folder an empty folder
 */
export async function packAsNext(tarball: string, before: Version, folder: string): Promise<Version> {
	const copy = unpack(tarball, path.join(folder, 'copy'));
	const file = path.join(copy, 'package.json');
	const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest;
	const version = nextVersion(before.version, 'minor');
	fs.writeFileSync(file, JSON.stringify({ ...manifest, version }, undefined, '\t'));
	await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: copy });
	return { tarball: path.join(folder, `${manifest.name}-${version}.tgz`), version };
}

/**
 * Publishes a version with the command of the release workflow. A registry that is not on the internet cannot check
 * the provenance, so that is left out.
 */
export async function publish({ tarball }: Version, registry: Registry): Promise<void> {
	const steps = planOf(publishingJobs()).flatMap((planned) => planned.steps);
	const [command] = steps.flatMap(({ title, step, treatment }) =>
		title.startsWith('npm publish') && treatment.does === 'run' ? [commandOf(step, treatment)] : [],
	);
	if (command === undefined) throw new Error(`${PUBLISH} has no step that publishes.`);
	const [, ...args] = command.trim().split(' ');
	await registry.publish(args.map((one) => (one.endsWith('.tgz') ? tarball : one)));
}

function versionOf(tarball: string): string {
	const manifest = readTarball(tarball).find((entry) => entry.path === 'package.json')!;
	return (JSON.parse(manifest.content) as Manifest).version;
}
